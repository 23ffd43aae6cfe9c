import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotNameInCapitals: Fault = {
  id: 'got-name-in-capitals',
  title: 'Answers names in capitals',
  breaks: ['get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => showInstead(base, 'get', (animal) => ({ ...animal, name: animal.name.toUpperCase() })),
};
