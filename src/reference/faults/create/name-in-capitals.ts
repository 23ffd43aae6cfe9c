import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameInCapitals: Fault = {
  id: 'name-in-capitals',
  title: 'Keeps names in capitals',
  breaks: ['create.echo', 'create.text'],
  follows: ['list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.toUpperCase())),
  }),
};
