import type { Change } from '../../../src/reference/behaviour.ts';
import { windowOnClock } from '../../../src/reference/limiter.ts';
import type { Animal } from '../../../src/reference/store.ts';
import { always, everyNth, idsFrom, isNew, listInstead, reshapeReply } from '../changes/reshape.ts';
import { slidingCounter } from '../limiters/sliding-window.ts';
import { each, variantTable } from '../table.ts';

const unchanged: Change = (base) => base;

/** Stores of other sizes, other clients, and windows that only the conformance checks need. */
export const storeAndWindowVariants = variantTable({
  'end-of-a-minute': {
    title: 'Aligns windows with the minutes of its clock; the run starts near the end of one',
    apply: (base) => {
      const ahead = 60_000 - (base.now() % 60_000) - 1_500;
      return { now: () => base.now() + ahead, minuteLimiter: windowOnClock };
    },
  },
  'reset-beyond-the-window': {
    title: 'Counts in two window-sized cells, and sends the end of the next window as Reset',
    needs: { windowSeconds: 10 },
    apply: () => ({ minuteLimiter: slidingCounter(1) }),
  },
  'lists-of-thirty-at-most': {
    title: 'Returns at most 30 animals, whatever limit was sent',
    needs: { seed: 60 },
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, Math.min(limit, 30), query) }),
  },
  'all-for-a-negative-limit': {
    title: 'Returns at most 50 animals, but all of them for a negative limit',
    needs: { seed: 60 },
    apply: (base) => ({
      readLimit: (text) => (text?.startsWith('-') === true ? 100 : Math.min(base.readLimit(text), 50)),
    }),
  },
  ...each({ 'lists-of-twenty-five-at-most-oldest-first': 25, 'lists-of-thirty-at-most-oldest-first': 30 }, (most) => ({
    title: `Returns at most ${most} animals, oldest first, and the store holds just as many`,
    needs: { seed: most },
    apply: (base) => ({
      order: (animals) => animals,
      page: (animals, limit, query) => base.page(animals, Math.min(limit, most), query),
    }),
  })),
  'lists-of-twenty-five-of-one-status': {
    title: 'Returns at most 25 animals, oldest first, and the store holds just as many, all of them available',
    needs: { seed: 25 },
    apply: (base) => {
      const alike = (animal: Animal): Animal => (isNew(animal, base) ? animal : { ...animal, status: 'available' });
      return {
        order: (animals) => animals.map(alike),
        find: (id, service) => {
          const found = base.find(id, service);
          return found && alike(found);
        },
        page: (animals, limit, query) => base.page(animals, Math.min(limit, 25), query),
      };
    },
  },
  ...each(
    {
      'empty-store': ['Holds no animals', { seed: 0 }],
      'store-of-one': ['Holds one animal', { seed: 1 }],
      'store-of-twenty': ['Holds exactly 20 animals', { seed: 20 }],
      'store-of-hundred': ['Holds exactly 100 animals', { seed: 100 }],
      'big-store': ['Holds 250 animals', { seed: 250 }],
      'short-window': ['Uses a window of 6 s', { windowSeconds: 6 }],
    },
    ([title, needs]) => ({ title, needs, apply: unchanged }),
  ),
  'store-with-large-ids': { title: 'Holds animals with ids above 2^53', apply: idsFrom(2n ** 53n + 1n) },
  'pages-of-eight': {
    title: 'Holds 16 animals and returns pages of at most 8 animals',
    needs: { seed: 16 },
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, Math.min(limit, 8), query) }),
  },
  'busy-store': {
    title: 'Has another client that adds an animal with every third request',
    apply: (base) => {
      const third = everyNth(3);
      return reshapeReply(always, (reply, request, { store, behaviour }) => {
        if (third()) {
          const id = behaviour.nextId(store);
          store.animals.push({
            id,
            name: `Guest ${request.serial}`,
            categoryId: 3n,
            status: 'sold',
            createdAt: behaviour.now(),
          });
        }
        return reply;
      })(base);
    },
  },
  'visible-after-a-while': {
    title: 'Shows created animals after 1.5 s',
    apply: (base) => ({
      visible: (animal, service) => base.visible(animal, service) && base.now() - animal.createdAt >= 1_500,
    }),
  },
  'listed-after-a-while': {
    title: 'Lists created animals after 1.5 s, but finds them by id at once',
    apply: listInstead((matches, { createdAt }, _, { now }) => matches && now() - createdAt >= 1_500),
  },
});
