import type { Fault } from '../../variant.ts';

export const keyCaseIgnored: Fault = {
  id: 'key-case-ignored',
  title: 'Compares keys without regard to letter case',
  breaks: ['auth.near-miss-key'],
  apply: (base) => ({
    ...base,
    recognise: (key, customers) =>
      customers.find((customer) => customer.key.toLowerCase() === key.toLowerCase()) ?? null,
  }),
};
