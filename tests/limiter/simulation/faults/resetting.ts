import { type History, limiterOf, quotaOf, type World } from '../history.ts';
import { slidingCounter } from '../limiters.ts';
import type { Service } from '../service.ts';
import { calm, changed, type Fault, header, headerOf, statusOf, worded } from './fault.ts';

const reset =
  (value: (seconds: number, world: World, now: number) => string) =>
  (world: World): Service =>
    changed(world, (reply, _random, now) =>
      header(reply, 'X-Ratelimit-Reset', (text) => value(Number(text), world, now)),
    );

/** Far enough that neither rounding nor latency makes it true. */
const shift = (world: World): number =>
  Math.max(5, Math.ceil(world.windowSeconds / 4)) + Math.ceil((2 * (world.base + world.jitter)) / 1_000);

/** The Reset of the last refusal, in milliseconds of the client's clock. */
function named(world: World, { experiment }: History): number | undefined {
  const refusal = experiment.exchanges.filter((exchange) => statusOf(exchange) === 429).at(-1);
  return refusal && Number(headerOf(refusal, 'X-Ratelimit-Reset')) * 1_000 - world.offset;
}

const blur = (world: World): number => 3_000 + 4 * (world.base + world.jitter);

/**
 * Else Reset happens to be the moment at which a rolling window lets its oldest request go, which is legal to name, and as much
 * was back as a rolling window brings.
 */
function unlikeRolling(world: World, history: History): boolean {
  const { exchanges, key } = history.experiment;
  const own = exchanges.filter((exchange) => exchange.key === key);
  const first = own.filter(({ phase }) => phase === 'calibrate').at(-1);
  const probe = own.find(({ phase }) => phase === 'recovery-reset');
  const at = named(world, history);
  if (first === undefined || at === undefined || probe === undefined) return false;
  const windowMs = world.windowSeconds * 1_000;
  if (Math.abs(at - first.sent.at - windowMs) > blur(world)) return true;
  const inWindow = own.filter(
    ({ sent, received }) => received.at >= probe.sent.at - windowMs && sent.at < probe.received.at,
  );
  return Number(headerOf(probe, 'X-Ratelimit-Remaining') ?? 0) < world.limit - inWindow.length;
}

/** Else Reset happens to be the moment at which the newest request leaves, or at which steps of another phase have filled a bucket: legal to name too. */
function afterTheNewestLeaves(world: World, history: History): boolean {
  if (world.kind !== 'log, oldest' && world.kind !== 'steps') return true;
  const { exchanges } = history.experiment;
  const served = exchanges.filter((exchange) => exchange.phase === 'burst' && statusOf(exchange) === 200);
  const newest = Math.max(...served.map(({ sent }) => sent.at)) + world.windowSeconds * 1_000;
  // The judge allows for the cells of a sliding counter: an eighth of a window.
  return (named(world, history) ?? 0) > newest + blur(world) + world.windowSeconds * 125;
}

/** The next window opens at a part of what Reset and Retry-After say. */
const opensEarly = (part: number): Fault => ({
  name: `opens at ${part} of the window`,
  breaks: 'limit.reset-true',
  service: (world) => {
    const { windowMs } = quotaOf(world);
    const limiter = limiterOf(world.kind, { ...quotaOf(world), windowMs: part * windowMs });
    return worded(world, (now) => {
      const decision = limiter(now);
      const resetAt = decision.resetAt + (1 - part) * windowMs;
      return { ...decision, resetAt, freeAt: resetAt };
    });
  },
  kinds: ['fixed from first', 'fixed on clock'],
  world: calm,
});

export const RESETTING_FAULTS: readonly Fault[] = [
  {
    name: 'Reset too early',
    breaks: 'limit.reset-true',
    service: reset((at, world) => String(at - shift(world))),
    shows: (world, history) => world.kind.startsWith('fixed') || unlikeRolling(world, history),
  },
  {
    name: 'Reset too late',
    breaks: 'limit.reset-true',
    service: reset((at, world) => String(at + shift(world))),
    shows: afterTheNewestLeaves,
  },
  {
    name: 'Reset a delta',
    breaks: 'limit.reset-true',
    service: reset((at, _world, now) => String(Math.max(0, Math.ceil(at - now / 1_000)))),
  },
  { name: 'Reset in milliseconds', breaks: 'limit.reset-true', service: reset((at) => String(at * 1_000)) },
  { name: 'Reset 0', breaks: 'limit.reset-true', service: reset(() => '0') },
  {
    name: 'Reset the end of the grid',
    breaks: 'limit.reset-true',
    service: (world) => worded(world, slidingCounter(quotaOf(world), 'grid')),
    kinds: ['counter'],
    shows: unlikeRolling,
    // Where Retry-After names that moment too, the wait is over within the rounding of Reset: limit.retry-after-sufficient tells of it.
    world: (world) => ({ ...world, wording: { ...world.wording, retryAfter: 'seconds' } }),
  },
  ...[0.55, 0.8, 0.9].map(opensEarly),
];
