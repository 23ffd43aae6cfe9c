import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedNameInAscii: Fault = {
  id: 'listed-name-in-ascii',
  title: 'Lists names with ? for every letter outside ASCII',
  breaks: ['list.agrees-with-created'],
  apply: (base) => showInstead(base, 'list', (animal) => ({ ...animal, name: animal.name.replace(/[^ -~]/gu, '?') })),
};
