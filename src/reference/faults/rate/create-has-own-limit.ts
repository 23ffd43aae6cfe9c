import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const createHasOwnLimit: Fault = {
  id: 'create-has-own-limit',
  title: 'Names another limit for creations',
  breaks: ['rate.limit-matches-plan'],
  follows: ['rate.remaining-in-range'],
  apply: (base) => restate(base, ({ limit }, _, { operation }) => ({ limit: operation === 'create' ? '10' : limit })),
};
