import type { Fault } from '../../variant.ts';

export const keyWithTail: Fault = {
  id: 'key-with-tail',
  title: 'Takes a key with characters appended',
  breaks: ['auth.near-miss-key'],
  apply: (base) => ({
    ...base,
    recognise: (key, customers) => customers.find((customer) => key.startsWith(customer.key)) ?? null,
  }),
};
