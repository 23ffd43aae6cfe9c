import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameInLowerCase: Fault = {
  id: 'name-in-lower-case',
  title: 'Keeps names in lower case',
  breaks: ['create.text'],
  follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.toLowerCase()) : name;
    },
  }),
};
