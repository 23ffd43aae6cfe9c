import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameInCapitals: Fault = {
  id: 'name-in-capitals',
  title: 'Keeps names in capitals',
  breaks: ['create.echo', 'create.text'],
  follows: ['list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.toUpperCase()) : name;
    },
  }),
};
