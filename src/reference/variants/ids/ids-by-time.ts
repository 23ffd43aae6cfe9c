import type { LegalVariant } from '../../variant.ts';

export const idsByTime: LegalVariant = {
  id: 'ids-by-time',
  title: 'Gives ids made of the time and a count',
  apply: (base) => ({
    ...base,
    nextId: (store) => BigInt(Math.floor(base.now())) * 4096n + BigInt(store.all().length % 4096),
  }),
};
