import type { Clock } from '../../io/clock.ts';
import { type Behaviour, changed, type Service } from '../behaviour.ts';
import { conforming } from '../conforming/index.ts';
import { createCustomers } from '../customers.ts';
import { createStore, seedAnimals } from '../store.ts';
import { withCapacity } from './capacity.ts';
import { createMeter } from './meter.ts';
import type { ReferenceOptions } from './options.ts';

/** The conforming behaviour with its variants in order, a store with the seeded animals, and the limits. */
export function createService(options: ReferenceOptions, clock: Clock): Service {
  const { windowSeconds = 60, seed = 42, firstId = 1n, variants = [], capacity } = options;
  const varied = changed(baseBehaviour(options, clock), ...variants.map(({ apply }) => apply));
  const behaviour = capacity === undefined ? varied : withCapacity(varied, capacity, clock);
  const store = createStore(firstId, seed);
  for (const animal of seedAnimals(seed)) {
    // Seeded animals are older than any rule about fresh ones.
    store.add({ ...animal, id: behaviour.nextId(store), createdAt: behaviour.now() - 86_400_000 });
  }
  const meter = createMeter(behaviour.allowances, windowSeconds * 1000, behaviour.minuteLimiter, behaviour.dayLimiter);
  return { behaviour, store, meter, customers: createCustomers(options.keys) };
}

function baseBehaviour({ enterprise: stated }: ReferenceOptions, clock: Clock): Behaviour {
  const { enterprise } = conforming.allowances;
  return {
    ...conforming,
    now: () => Math.floor(clock.now()),
    later: clock.after,
    allowances: {
      ...conforming.allowances,
      enterprise: {
        perMinute: stated?.perMinute ?? enterprise.perMinute,
        perDay: stated?.perDay ?? enterprise.perDay,
      },
    },
  };
}
