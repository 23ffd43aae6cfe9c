import type { Fault } from '../../variant.ts';

export const keyBeginningSuffices: Fault = {
  id: 'key-beginning-suffices',
  title: 'Takes the beginning of a key for the key',
  breaks: ['auth.near-miss-key'],
  apply: (base) => ({
    ...base,
    recognise: (key, customers) => customers.find((customer) => customer.key.startsWith(key)) ?? null,
  }),
};
