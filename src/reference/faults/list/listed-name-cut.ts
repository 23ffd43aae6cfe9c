import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedNameCut: Fault = {
  id: 'listed-name-cut',
  title: 'Lists the first twelve characters of a name',
  breaks: ['list.agrees-with-created'],
  follows: ['list.shows-created'],
  apply: (base) => showInstead(base, 'list', (animal) => ({ ...animal, name: animal.name.slice(0, 12) })),
};
