import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameTrimmedBehind: Fault = {
  id: 'name-trimmed-behind',
  title: 'Takes the blanks behind a name off it',
  breaks: ['create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.trimEnd()) : name;
    },
  }),
};
