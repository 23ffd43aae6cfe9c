import { slidingCounter } from '../limiters/sliding-counter.ts';
import { windowOnClock } from '../limiters/window-on-clock.ts';
import { always, everyNth, reshapeOutcome } from '../reshape.ts';
import { legalVariants } from '../variant.ts';

/** Stores of other sizes, other clients of the store, and windows that a limit experiment would wait out or has another variant for. */
export const storeAndWindowVariants = legalVariants({
  'end-of-a-minute': {
    title: 'Has windows that begin with the minutes of its clock, and is asked when one is nearly over',
    apply: (base) => {
      const ahead = 60_000 - (base.now() % 60_000) - 1_500;
      return { ...base, now: () => base.now() + ahead, minuteLimiter: windowOnClock };
    },
  },
  'reset-beyond-the-window': {
    title: 'Counts in cells of one window, and names the end of the next one, when the whole limit is back',
    needs: { windowSeconds: 10 },
    apply: (base) => ({ ...base, minuteLimiter: slidingCounter(1) }),
  },
  'big-store': {
    title: 'Holds 250 animals',
    needs: { seed: 250 },
    apply: (base) => base,
  },
  'empty-store': {
    title: 'Holds no animal',
    needs: { seed: 0 },
    apply: (base) => base,
  },
  'store-of-one': {
    title: 'Holds one animal',
    needs: { seed: 1 },
    apply: (base) => base,
  },
  'store-of-twenty': {
    title: 'Holds exactly twenty animals',
    needs: { seed: 20 },
    apply: (base) => base,
  },
  'store-of-hundred': {
    title: 'Holds exactly a hundred animals',
    needs: { seed: 100 },
    apply: (base) => base,
  },
  'store-with-large-ids': {
    title: 'Holds animals with ids above 2^53',
    needs: { firstId: 2n ** 53n + 1n },
    apply: (base) => base,
  },
  'short-window': {
    title: 'Has a window of six seconds',
    needs: { windowSeconds: 6 },
    apply: (base) => base,
  },
  'busy-store': {
    title: 'Has other users that add an animal with every third request',
    apply: (base) => {
      const third = everyNth(3);
      return reshapeOutcome(base, always, (outcome, request, { store, behaviour }) => {
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
      });
    },
  },
  'visible-after-a-while': {
    title: 'Shows created animals after one and a half seconds',
    apply: (base) => ({
      ...base,
      visible: (animal, service) => base.visible(animal, service) && base.now() - animal.createdAt >= 1_500,
    }),
  },
  'listed-after-a-while': {
    title: 'Lists created animals after one and a half seconds, and finds them at once',
    apply: (base) => ({
      ...base,
      matches: (animal, filter, query) => base.matches(animal, filter, query) && base.now() - animal.createdAt >= 1_500,
    }),
  },
});
