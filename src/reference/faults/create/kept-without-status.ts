import type { Fault } from '../../variant.ts';

export const keptWithoutStatus: Fault = {
  id: 'kept-without-status',
  title: 'Does not keep the status',
  breaks: ['get.same-as-created', 'list.agrees-with-created'],
  follows: ['list.status-filter-complete'],
  apply: (base) => ({ ...base, keep: (animal) => base.keep({ ...animal, status: null }) }),
};
