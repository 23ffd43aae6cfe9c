import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedNameInLowerCase: Fault = {
  id: 'listed-name-in-lower-case',
  title: 'Lists names in lower case',
  breaks: ['list.agrees-with-created'],
  apply: (base) => showInstead(base, 'list', (animal) => ({ ...animal, name: animal.name.toLowerCase() })),
};
