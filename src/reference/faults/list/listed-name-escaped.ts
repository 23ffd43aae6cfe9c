import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedNameEscaped: Fault = {
  id: 'listed-name-escaped',
  title: 'Lists names with HTML escapes',
  breaks: ['list.agrees-with-created'],
  apply: (base) =>
    showInstead(base, 'list', (animal) => ({
      ...animal,
      name: animal.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
};
