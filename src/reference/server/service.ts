import type { Clock } from '../../io/clock.ts';
import { type Behaviour, changed, type Service, type Variant } from '../behaviour.ts';
import { conforming } from '../conforming/index.ts';
import { createCustomers, type Plan } from '../customers.ts';
import { createStore, seedAnimals } from '../store.ts';
import { type Capacity, withCapacity } from './capacity.ts';
import { createMeter } from './meter.ts';

export interface ReferenceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Length of the "minute" of the plans; default 60. */
  readonly windowSeconds?: number;
  /** Further keys; they come first in their plan. */
  readonly keys?: Readonly<Record<string, Plan>>;
  /** Number of animals at the start; default 42. */
  readonly seed?: number;
  readonly firstId?: bigint;
  /** Limits of the enterprise keys; default 5,000 a minute and a million a day. */
  readonly enterprise?: { readonly perMinute?: number | undefined; readonly perDay?: number | undefined };
  readonly capacity?: Capacity;
  /** Faults and legal variants, applied in order. */
  readonly variants?: readonly Variant[];
}

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
