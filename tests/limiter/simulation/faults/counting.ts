import type { History, World } from '../history.ts';
import { limiterOf, quotaOf } from '../history.ts';
import { gcra, type Limiter, tokenBucket } from '../limiters.ts';
import { randomFrom } from '../random.ts';
import type { Service } from '../service.ts';
import { calm, type Fault, REFILLS, statusOf, WINDOWS, worded } from './fault.ts';

/** A limiter with another limit, and Remaining counted down from the plan's number. */
function otherLimit(world: World, limit: number, counted: 'plan' | 'own'): Limiter {
  const limiter = limiterOf(world.kind, { ...quotaOf(world), limit });
  return (now) => {
    const decision = limiter(now);
    if (counted === 'own') return decision;
    const remaining = decision.admitted ? Math.max(0, decision.remaining + world.limit - limit) : 0;
    return { ...decision, remaining };
  };
}

const FLOOD = ['calibrate', 'second-key', 'burst', 'top-up'];

/** More than N lists were admitted within one window, and more than a refill explains, by the server's own clock. */
const admittedOver = (world: World, { experiment, decided }: History): boolean => {
  const { kind, limit, windowSeconds } = world;
  const windowMs = windowSeconds * 1_000;
  // What was sent to calibrate in an earlier window is not part of the experiment.
  const first = experiment.exchanges.filter(({ phase }) => phase === 'calibrate').at(-1)?.seq ?? 0;
  const moments = experiment.exchanges
    .filter(({ seq, key, phase = '' }) => seq >= first && key === experiment.key && FLOOD.includes(phase))
    .filter((exchange) => statusOf(exchange) === 200)
    .map(({ seq }) => decided.get(seq) ?? 0)
    .sort((a, b) => a - b);
  const refill = REFILLS.includes(kind) || kind === 'steps' ? limit / windowMs : 0;
  const step = kind === 'steps' ? limit / quotaOf(world).steps : 0;
  return moments.some((from, index) =>
    moments
      .slice(index + limit, index + 3 * limit + 1)
      .some((to, beyond) => to < from + windowMs && beyond + 1 > (to - from) * refill + step),
  );
};

/** Counts are read, and written only `delay` milliseconds later. */
function racing(world: World, delay: number): Limiter {
  let [start, shown] = [-Infinity, 0];
  let pending: number[] = [];
  const { limit, windowMs } = quotaOf(world);
  return (now) => {
    if (now >= start + windowMs) [start, shown, pending] = [now, 0, []];
    shown += pending.filter((at) => at <= now).length;
    pending = pending.filter((at) => at > now);
    const admitted = shown < limit;
    if (admitted) pending.push(now + delay);
    const end = start + windowMs;
    return { admitted, remaining: Math.max(0, limit - shown - 1), resetAt: end, freeAt: end };
  };
}

function nodes(world: World, count: number): Limiter {
  const random = randomFrom(world.seed ^ 0x40de5);
  const limiters = Array.from({ length: count }, () => limiterOf(world.kind, quotaOf(world)));
  return (now) => (limiters[Math.floor(random() * count)] ?? (limiters[0] as Limiter))(now);
}

function perOperation(world: World): Service {
  const services = { listPets: legal(world), createPet: legal(world), getPet: legal(world) };
  return (now, operation, second) => services[operation](now, operation, second);
}

const legal = (world: World): Service => worded(world, limiterOf(world.kind, quotaOf(world)));

const windowTimes =
  (factor: number) =>
  (world: World): Service =>
    worded(world, limiterOf(world.kind, { ...quotaOf(world), windowMs: quotaOf(world).windowMs * factor }));

function fast(world: World, factor: number): Limiter {
  const quota = quotaOf(world);
  const rate = (quota.limit / quota.windowMs) * factor;
  return world.kind === 'gcra' ? gcra(quota, 1 / rate) : tokenBucket(quota, rate);
}

function shared(world: World): Service {
  const one = legal(world);
  return (now, operation) => one(now, operation, false);
}

/** A refilling limiter has no count to be off by one: its bucket is too large, which Remaining shows unless strangers have drawn on it. */
const oneTooMany = (world: World): Limiter =>
  REFILLS.includes(world.kind)
    ? limiterOf(world.kind, { ...quotaOf(world), limit: world.limit + 1 })
    : otherLimit(world, world.limit + 1, 'plan');

const excess = (name: string, limiter: (world: World) => Limiter, more: Partial<Fault> = {}): Fault => ({
  name,
  breaks: 'limit.rejects-excess',
  service: (world) => worded(world, limiter(world)),
  shows: admittedOver,
  ...more,
});

const tooFew = (name: string, limiter: (world: World) => Limiter, shown = (world: World) => world.limit): Fault => ({
  name,
  breaks: 'limit.admits-plan',
  service: (world) => worded(world, limiter(world), shown(world)),
  kinds: WINDOWS,
});

const refill = (name: string, factor: number): Fault => ({
  name,
  breaks: 'limit.refill-rate',
  service: (world) => worded(world, fast(world, factor)),
  kinds: REFILLS,
  world: (world) => ({ ...world, prolongs: false }),
});

const half = (world: World): number => Math.ceil(world.limit / 2);

export const COUNTING_FAULTS: readonly Fault[] = [
  excess('one too many', oneTooMany, {
    world: (world) => (REFILLS.includes(world.kind) ? { ...world, foreign: [], usedBefore: 0 } : world),
  }),
  excess('half as many again', (world) => otherLimit(world, Math.ceil(world.limit * 1.5), 'plan')),
  excess('three times the limit', (world) => otherLimit(world, world.limit * 3, 'own')),
  excess('no limit at all', (world) => otherLimit(world, world.limit * 1_000, 'plan')),
  excess('limit of a larger plan, said', () => () => ({ admitted: true, remaining: 0, resetAt: 0, freeAt: 0 }), {
    service: (world) => worded(world, otherLimit(world, world.limit * 5, 'own'), world.limit * 5),
  }),
  excess('limit of a larger plan, not said', (world) => otherLimit(world, world.limit * 5, 'plan')),
  excess('a race', (world) => racing(world, 30), { kinds: ['fixed from first'] }),
  excess('two nodes', (world) => nodes(world, 2)),
  excess('three nodes', (world) => nodes(world, 3)),
  tooFew('one too few', (world) => otherLimit(world, world.limit - 1, 'plan')),
  tooFew(
    'one too few, said',
    (world) => otherLimit(world, world.limit - 1, 'own'),
    (world) => world.limit - 1,
  ),
  tooFew('half the limit', (world) => otherLimit(world, half(world), 'plan')),
  tooFew('half the limit, counted', (world) => otherLimit(world, half(world), 'own')),
  tooFew('half the limit, said', (world) => otherLimit(world, half(world), 'own'), half),
  { name: 'half the window', breaks: 'limit.window-is-a-minute', service: windowTimes(0.5) },
  { name: 'a quarter of the window', breaks: 'limit.window-is-a-minute', service: windowTimes(0.25) },
  {
    name: 'eleven twelfths of the window',
    breaks: 'limit.window-is-a-minute',
    service: windowTimes(11 / 12),
    kinds: ['fixed from first', 'fixed on clock'],
    world: calm,
  },
  { name: 'twice the window', breaks: 'limit.window-is-a-minute', service: windowTimes(2) },
  { name: 'sixty times the window', breaks: 'limit.window-is-a-minute', service: windowTimes(60) },
  { name: 'a counter per operation', breaks: 'limit.all-operations', service: perOperation },
  refill('refills twice as fast', 2),
  refill('refills four times as fast', 4),
  {
    name: 'one counter for two keys',
    breaks: 'limit.keys-independent',
    service: shared,
    world: (world) => ({ ...world, secondKey: true }),
  },
];
