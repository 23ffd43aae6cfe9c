import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedNameTrimmed: Fault = {
  id: 'listed-name-trimmed',
  title: 'Lists names without their blanks at the ends',
  breaks: ['list.agrees-with-created'],
  follows: ['create.name-verbatim'],
  apply: (base) => showInstead(base, 'list', (animal) => ({ ...animal, name: animal.name.trim() })),
};
