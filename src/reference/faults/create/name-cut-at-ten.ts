import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameCutAtTen: Fault = {
  id: 'name-cut-at-ten',
  title: 'Keeps the first ten characters of a name',
  breaks: ['create.echo'],
  follows: ['create.text', 'list.shows-created', 'list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.slice(0, 10)) : name;
    },
  }),
};
