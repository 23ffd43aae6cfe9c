import { always, everyNth, reshapeOutcome } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const busyStore: LegalVariant = {
  id: 'busy-store',
  title: 'Has other users that add an animal with every third request',
  apply: (base) => {
    const third = everyNth(3);
    return reshapeOutcome(base, always, (outcome, request, { store, behaviour }) => {
      if (third()) {
        const id = behaviour.nextId(store);
        store.add({ id, name: `Guest ${request.serial}`, categoryId: 3n, status: 'sold', createdAt: behaviour.now() });
      }
      return outcome;
    });
  },
};
