import { type History, KEY, legalService, limiterOf, quotaOf, type Setting, serviceWith } from '../history.ts';
import { gcra, type Limiter, tokenBucket } from '../limiters.ts';
import { randomFrom } from '../random.ts';
import type { Service } from '../service.ts';
import { calm, type Fault, REFILLS, statusOf, WINDOWS } from './fault.ts';

/** A limiter with another limit. `counted`: Remaining counts down from the plan's limit, or from the limiter's own. */
function otherLimit(setting: Setting, limit: number, counted: 'plan' | 'own'): Limiter {
  const limiter = limiterOf(setting, { limit });
  return (now) => {
    const decision = limiter(now);
    if (counted === 'own') return decision;
    const remaining = decision.admitted ? Math.max(0, decision.remaining + setting.limit - limit) : 0;
    return { ...decision, remaining };
  };
}

const FLOOD = ['calibrate', 'second-key', 'burst', 'top-up'];

/** On the service's clock, more lists were admitted within one window than the limit and a refill allow. */
const admittedOver = (setting: Setting, { experiment, decided }: History): boolean => {
  const { kind, limit, windowSeconds } = setting;
  const windowMs = windowSeconds * 1_000;
  // Earlier calibrations belong to an earlier window.
  const first = experiment.exchanges.filter(({ phase }) => phase === 'calibrate').at(-1)?.seq ?? 0;
  const moments = experiment.exchanges
    .filter(({ seq, key, phase = '' }) => seq >= first && key === experiment.key && FLOOD.includes(phase))
    .filter((exchange) => statusOf(exchange) === 200)
    .map(({ seq }) => decided.get(seq) ?? 0)
    .sort((a, b) => a - b);
  const refill = REFILLS.includes(kind) || kind === 'steps' ? limit / windowMs : 0;
  const step = kind === 'steps' ? limit / quotaOf(setting).steps : 0;
  return moments.some((from, index) =>
    moments
      .slice(index + limit, index + 3 * limit + 1)
      .some((to, beyond) => to < from + windowMs && beyond + 1 > (to - from) * refill + step),
  );
};

/** Reads the count, and writes it only `delay` milliseconds later. */
function racing(setting: Setting, delay: number): Limiter {
  let [start, shown] = [-Infinity, 0];
  let pending: number[] = [];
  const { limit, windowMs } = quotaOf(setting);
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

function nodes(setting: Setting, count: number): Limiter {
  const random = randomFrom(setting.seed ^ 0x40de5);
  const limiters = Array.from({ length: count }, () => limiterOf(setting));
  return (now) => (limiters[Math.floor(random() * count)] ?? (limiters[0] as Limiter))(now);
}

function perOperation(setting: Setting): Service {
  const [listPets, createPet, getPet] = [legalService(setting), legalService(setting), legalService(setting)];
  const services = { listPets, createPet, getPet };
  return (now, operation, key) => services[operation](now, operation, key);
}

const windowTimes =
  (factor: number) =>
  (setting: Setting): Service =>
    serviceWith(setting, limiterOf(setting, { windowMs: quotaOf(setting).windowMs * factor }));

function fast(setting: Setting, factor: number): Limiter {
  const quota = quotaOf(setting);
  const rate = (quota.limit / quota.windowMs) * factor;
  return setting.kind === 'gcra' ? gcra(quota, 1 / rate) : tokenBucket(quota, rate);
}

function shared(setting: Setting): Service {
  const one = legalService(setting);
  return (now, operation) => one(now, operation, KEY);
}

/** A refilling limiter has no count: its bucket is 1 too large. Remaining shows that unless another client used the key. */
const oneTooMany = (setting: Setting): Limiter =>
  REFILLS.includes(setting.kind)
    ? limiterOf(setting, { limit: setting.limit + 1 })
    : otherLimit(setting, setting.limit + 1, 'plan');

const excess = (name: string, limiter: (setting: Setting) => Limiter, more: Partial<Fault> = {}): Fault => ({
  name,
  breaks: 'limit.rejects-excess',
  service: (setting) => serviceWith(setting, limiter(setting)),
  shows: admittedOver,
  ...more,
});

const tooFew = (
  name: string,
  limiter: (setting: Setting) => Limiter,
  shown = (setting: Setting) => setting.limit,
): Fault => ({
  name,
  breaks: 'limit.admits-plan',
  service: (setting) => serviceWith(setting, limiter(setting), shown(setting)),
  kinds: WINDOWS,
});

const refill = (name: string, factor: number): Fault => ({
  name,
  breaks: 'limit.refill-rate',
  service: (setting) => serviceWith(setting, fast(setting, factor)),
  kinds: REFILLS,
  setting: (setting) => ({ ...setting, prolongs: false }),
});

const half = (setting: Setting): number => Math.ceil(setting.limit / 2);

export const COUNTING_FAULTS: readonly Fault[] = [
  excess('one too many', oneTooMany, {
    setting: (setting) => (REFILLS.includes(setting.kind) ? { ...setting, foreign: [], usedBefore: 0 } : setting),
  }),
  excess('half as many again', (setting) => otherLimit(setting, Math.ceil(setting.limit * 1.5), 'plan')),
  excess('three times the limit', (setting) => otherLimit(setting, setting.limit * 3, 'own')),
  excess('no limit at all', (setting) => otherLimit(setting, setting.limit * 1_000, 'plan')),
  excess('limit of a larger plan, said', () => () => ({ admitted: true, remaining: 0, resetAt: 0, freeAt: 0 }), {
    service: (setting) => serviceWith(setting, otherLimit(setting, setting.limit * 5, 'own'), setting.limit * 5),
  }),
  excess('limit of a larger plan, not said', (setting) => otherLimit(setting, setting.limit * 5, 'plan')),
  excess('a race', (setting) => racing(setting, 30), { kinds: ['fixed from first'] }),
  excess('two nodes', (setting) => nodes(setting, 2)),
  excess('three nodes', (setting) => nodes(setting, 3)),
  tooFew('one too few', (setting) => otherLimit(setting, setting.limit - 1, 'plan')),
  tooFew(
    'one too few, said',
    (setting) => otherLimit(setting, setting.limit - 1, 'own'),
    (setting) => setting.limit - 1,
  ),
  tooFew('half the limit', (setting) => otherLimit(setting, half(setting), 'plan')),
  tooFew('half the limit, counted', (setting) => otherLimit(setting, half(setting), 'own')),
  tooFew('half the limit, said', (setting) => otherLimit(setting, half(setting), 'own'), half),
  { name: 'half the window', breaks: 'limit.window-is-a-minute', service: windowTimes(0.5) },
  { name: 'a quarter of the window', breaks: 'limit.window-is-a-minute', service: windowTimes(0.25) },
  {
    name: 'eleven twelfths of the window',
    breaks: 'limit.window-is-a-minute',
    service: windowTimes(11 / 12),
    kinds: ['fixed from first', 'fixed on clock'],
    setting: calm,
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
    setting: (setting) => ({ ...setting, secondKey: true }),
  },
];
