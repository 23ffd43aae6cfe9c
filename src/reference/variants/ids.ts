import { createRandom } from '../random.ts';
import { legalVariants } from '../variant.ts';

/** Choices in the ids of new animals. */
export const idVariants = legalVariants({
  'ids-random': {
    title: 'Draws random 63-bit ids',
    apply: () => {
      const random = createRandom(11);
      return {
        nextId: () => BigInt(Math.floor(random() * 2 ** 31)) * 2n ** 32n + BigInt(Math.floor(random() * 2 ** 32)),
      };
    },
  },
  'ids-negative': {
    title: 'Counts ids down from -1',
    apply: () => ({ nextId: (store) => -1n - BigInt(store.all().length) }),
  },
  'ids-from-zero': {
    title: 'Counts ids up from 0',
    apply: () => ({ nextId: (store) => BigInt(store.all().length) }),
  },
  'ids-above-double': {
    title: 'Assigns ids above 2^53',
    apply: () => ({ nextId: (store) => 2n ** 53n + 1n + BigInt(store.all().length) }),
  },
  'ids-near-maximum': {
    title: 'Assigns ids just below 2^63',
    apply: () => ({ nextId: (store) => 2n ** 63n - 1_000_000n + BigInt(store.all().length) }),
  },
  'ids-down-from-maximum': {
    title: 'Counts ids down from 2^63 - 1',
    apply: () => ({ nextId: (store) => 2n ** 63n - 1n - BigInt(store.all().length) }),
  },
  'ids-with-gaps': {
    title: 'Leaves gaps between ids, like a clustered database',
    apply: (base) => ({ nextId: (store) => base.nextId(store) + 16n }),
  },
  'ids-by-time': {
    title: 'Assigns ids made of a timestamp and a counter',
    apply: (base) => ({
      nextId: (store) => BigInt(Math.floor(base.now())) * 4096n + BigInt(store.all().length % 4096),
    }),
  },
});
