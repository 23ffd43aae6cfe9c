import { createRandom } from '../random.ts';
import { each, legalVariants } from '../variant.ts';

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
  ...each(
    {
      'ids-negative': ['Counts ids down from -1', (count) => -1n - count],
      'ids-from-zero': ['Counts ids up from 0', (count) => count],
      'ids-above-double': ['Assigns ids above 2^53', (count) => 2n ** 53n + 1n + count],
      'ids-near-maximum': ['Assigns ids just below 2^63', (count) => 2n ** 63n - 1_000_000n + count],
      'ids-down-from-maximum': ['Counts ids down from 2^63 - 1', (count) => 2n ** 63n - 1n - count],
    } satisfies Readonly<Record<string, readonly [string, (count: bigint) => bigint]>>,
    ([title, next]) => ({ title, apply: () => ({ nextId: (store) => next(BigInt(store.all().length)) }) }),
  ),
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
