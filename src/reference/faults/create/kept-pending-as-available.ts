import type { Fault } from '../../variant.ts';

export const keptPendingAsAvailable: Fault = {
  id: 'kept-pending-as-available',
  title: 'Keeps pending animals as available',
  breaks: ['get.same-as-created', 'list.agrees-with-created'],
  follows: ['list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    keep: (animal) => base.keep({ ...animal, status: animal.status === 'pending' ? 'available' : animal.status }),
  }),
};
