import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotStatusMovedOn: Fault = {
  id: 'got-status-moved-on',
  title: 'Answers pending animals as sold',
  breaks: ['get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) =>
    showInstead(base, 'get', (animal) => ({ ...animal, status: animal.status === 'pending' ? 'sold' : animal.status })),
};
