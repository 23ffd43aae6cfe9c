import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameInLowerCase: Fault = {
  id: 'name-in-lower-case',
  title: 'Keeps names in lower case',
  breaks: ['create.text'],
  follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.toLowerCase())),
  }),
};
