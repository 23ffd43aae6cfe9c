import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdAlwaysAvailable: Fault = {
  id: 'created-always-available',
  title: 'Answers `available` whatever status was sent',
  breaks: ['create.echo'],
  follows: [
    'get.same-as-created',
    'list.agrees-with-created',
    'list.status-filter-complete',
    'create.each-status',
    'list.status-filter.available',
  ],
  apply: (base) => reshapeAnimal(base, 'create', (body) => withMember(body, 'status', 'available')),
};
