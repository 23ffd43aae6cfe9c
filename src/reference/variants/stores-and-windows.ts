import { windowOnClock } from '../limiters/fixed-window.ts';
import { slidingCounter } from '../limiters/sliding-window.ts';
import { always, everyNth, reshapeOutcome } from '../reshape.ts';
import { legalVariants } from '../variant.ts';

/** Stores of other sizes, other clients, and windows that only the conformance checks need. */
export const storeAndWindowVariants = legalVariants({
  'end-of-a-minute': {
    title: 'Aligns windows with the minutes of its clock; the run starts near the end of one',
    apply: (base) => {
      const ahead = 60_000 - (base.now() % 60_000) - 1_500;
      return { ...base, now: () => base.now() + ahead, minuteLimiter: windowOnClock };
    },
  },
  'reset-beyond-the-window': {
    title: 'Counts in two window-sized cells, and sends the end of the next window as Reset',
    needs: { windowSeconds: 10 },
    apply: () => ({ minuteLimiter: slidingCounter(1) }),
  },
  'big-store': {
    title: 'Holds 250 animals',
    needs: { seed: 250 },
    apply: (base) => base,
  },
  'lists-of-thirty-at-most': {
    title: 'Returns at most 30 animals, whatever limit was sent',
    needs: { seed: 60 },
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, Math.min(limit, 30), query) }),
  },
  'lists-of-thirty-at-most-oldest-first': {
    title: 'Returns at most 30 animals, oldest first, and the store holds just as many',
    needs: { seed: 30 },
    apply: (base) => ({
      order: (animals) => animals,
      page: (animals, limit, query) => base.page(animals, Math.min(limit, 30), query),
    }),
  },
  'empty-store': {
    title: 'Holds no animals',
    needs: { seed: 0 },
    apply: (base) => base,
  },
  'store-of-one': {
    title: 'Holds one animal',
    needs: { seed: 1 },
    apply: (base) => base,
  },
  'store-of-twenty': {
    title: 'Holds exactly 20 animals',
    needs: { seed: 20 },
    apply: (base) => base,
  },
  'store-of-hundred': {
    title: 'Holds exactly 100 animals',
    needs: { seed: 100 },
    apply: (base) => base,
  },
  'store-with-large-ids': {
    title: 'Holds animals with ids above 2^53',
    needs: { firstId: 2n ** 53n + 1n },
    apply: (base) => base,
  },
  'short-window': {
    title: 'Uses a window of 6 s',
    needs: { windowSeconds: 6 },
    apply: (base) => base,
  },
  'busy-store': {
    title: 'Has another client that adds an animal with every third request',
    apply: (base) => {
      const third = everyNth(3);
      return reshapeOutcome(always, (outcome, request, { store, behaviour }) => {
        if (third()) {
          const id = behaviour.nextId(store);
          store.add({
            id,
            name: `Guest ${request.serial}`,
            categoryId: 3n,
            status: 'sold',
            createdAt: behaviour.now(),
          });
        }
        return outcome;
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
    apply: (base) => ({
      matches: (animal, filter, query) => base.matches(animal, filter, query) && base.now() - animal.createdAt >= 1_500,
    }),
  },
});
