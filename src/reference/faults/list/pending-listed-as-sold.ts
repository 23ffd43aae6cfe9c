import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const pendingListedAsSold: Fault = {
  id: 'pending-listed-as-sold',
  title: 'Lists pending animals as sold',
  breaks: ['list.status-filter.pending'],
  follows: ['list.agrees-with-created', 'list.status-with-limit', 'list.status-filter-complete', 'list.fills-page'],
  apply: (base) =>
    showInstead(base, 'list', (animal) => ({
      ...animal,
      status: animal.status === 'pending' ? 'sold' : animal.status,
    })),
};
