import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const countsByAuthorizationLine: Fault = {
  id: 'counts-by-authorization-line',
  title: 'Counts by the whole Authorization header, so that another writing of the scheme has a counter of its own',
  breaks: ['auth.scheme-case'],
  apply: (base) =>
    countBy(base, (name, { headers }, tier) => (tier === 'anonymous' ? name : (headers.get('authorization') ?? ''))),
};
