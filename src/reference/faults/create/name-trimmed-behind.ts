import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameTrimmedBehind: Fault = {
  id: 'name-trimmed-behind',
  title: 'Takes the blanks behind a name off it',
  breaks: ['create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.trimEnd())),
  }),
};
