import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EndedTrace } from '../../../src/exchange/trace.ts';
import { judgeTrace } from '../../../src/judge/check.ts';
import type { Limiter } from '../../../src/reference/limiter.ts';
import type { RequirementId } from '../../../src/spec/requirements/index.ts';
import { KINDS, type Kind, limiterOf } from '../../limiter/simulation/limiters.ts';
import { serviceOf } from '../../limiter/simulation/service.ts';
import { said } from '../../trace.ts';
import { simulate, UNCOUNTED, type World } from './simulate.ts';

const RULES: readonly RequirementId[] = [
  'rate.headers-present',
  'rate.single-integer',
  'rate.limit-matches-plan',
  'rate.remaining-in-range',
  'rate.remaining-counts-down',
  'rate.counts-every-operation',
  'rate.reset-unix-seconds',
  'rate.reset-in-window',
];

/** Reproducible, so that a red run can be looked into; STORECHECK_RUNS and STORECHECK_SEED look further. */
const RUNS = Number(process.env['STORECHECK_RUNS'] ?? '12');
fc.configureGlobal({ seed: Number(process.env['STORECHECK_SEED'] ?? '20261121') });

const worlds = fc.record({
  perMinute: fc.constantFrom(60, 300, 1000),
  latencies: fc.array(fc.double({ min: 0.002, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 8 }),
  offset: fc.constantFrom(0, 0.4, 3, -170, 400),
  reset: fc.constantFrom('floor' as const, 'ceil' as const, 'round' as const),
  requests: fc.integer({ min: 20, max: 110 }),
  date: fc.constantFrom('one' as const, 'none' as const),
  countsUnauthorized: fc.boolean(),
});
type Drawn = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** Another run of the same key within the minute before. */
const used = fc
  .tuple(
    fc.integer({ min: 0, max: 55 }),
    fc.double({ min: 3, max: 59, noNaN: true }),
    fc.double({ min: 0.01, max: 0.5, noNaN: true }),
  )
  .map(([count, start, step]) =>
    Array.from({ length: count }, (_, index) => start - index * step).filter((ago) => ago > 0.5),
  );

const earlier = fc.oneof(fc.constant([]), used);

function violations(trace: EndedTrace): string[] {
  const verdicts = judgeTrace(trace).filter(({ id }) => RULES.includes(id));
  return verdicts.flatMap((one) => (one.verdict === 'fail' ? [`${one.id}: ${said(one)}`] : []));
}

/** Those whose Reset is always within a window. */
const ALGORITHMS = KINDS.filter((kind) => kind !== 'counter' && kind !== 'counter, slot');

function build(algorithm: Kind, { reset, date, ...given }: Drawn, before: readonly number[]): World {
  const limit = given.perMinute;
  const counting = limiterOf(algorithm, { limit, windowMs: 60_000 });
  const untouched = { admitted: true, limit, remaining: limit, retryAfterSeconds: 0 };
  const limiter: Limiter = {
    take: (key, now) => (key === UNCOUNTED ? { ...untouched, resetAtMs: now } : counting.take(key, now)),
  };
  const wording = { remaining: 'after', reset, retryAfter: 'seconds', date } as const;
  return { ...given, before, service: serviceOf(limiter, wording, () => 0) };
}

it.each(ALGORITHMS)('a legal limiter breaks no rule, and never refuses on a fresh key: %s', (algorithm) => {
  const property = fc.property(worlds, earlier, (world, before) => {
    const { trace, refused } = simulate(build(algorithm, world, before));
    expect(violations(trace)).toEqual([]);
    if (before.length === 0) expect(refused).toBe(0);
  });
  fc.assert(property, { numRuns: RUNS });
});
