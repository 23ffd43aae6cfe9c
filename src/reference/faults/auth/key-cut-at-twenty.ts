import type { Fault } from '../../variant.ts';

export const keyCutAtTwenty: Fault = {
  id: 'key-cut-at-twenty',
  title: 'Compares the first twenty characters of a key, as a cut column does',
  breaks: ['auth.near-miss-key'],
  apply: (base) => ({
    ...base,
    recognise: (key, customers) => customers.find((customer) => customer.key.slice(0, 20) === key.slice(0, 20)) ?? null,
  }),
};
