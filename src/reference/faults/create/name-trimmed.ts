import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameTrimmed: Fault = {
  id: 'name-trimmed',
  title: 'Takes the blanks at the ends off a name',
  breaks: ['create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.trim())),
  }),
};
