import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pause } from '../../src/client/pace.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { Settings, Wait } from '../../src/exchange/records/run-record.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { judgeTrace } from '../../src/judge/judge-check.ts';
import { KINDS, type Kind, limiterOf } from '../limiter/simulation/limiters.ts';
import { serviceOf } from '../limiter/simulation/service.ts';
import { headOf, SETTINGS, START, said } from '../trace.ts';

/** Reproducible, so that a red run can be looked into; STORECHECK_RUNS and STORECHECK_SEED look further. */
const RUNS = Number(process.env['STORECHECK_RUNS'] ?? '12');
fc.configureGlobal({ seed: Number(process.env['STORECHECK_SEED'] ?? '20261121') });

const worlds = fc.record({
  perMinute: fc.constantFrom(60, 300, 1000),
  // Seconds that each answer takes, in turn.
  latencies: fc.array(fc.double({ min: 0.002, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 8 }),
  // The server's clock less ours, in seconds.
  offset: fc.constantFrom(0, 0.4, 3, -170, 400),
  reset: fc.constantFrom('floor' as const, 'ceil' as const, 'round' as const),
  requests: fc.integer({ min: 20, max: 110 }),
  date: fc.constantFrom('one' as const, 'none' as const),
  // Whether a request without the key draws on the limiter too.
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
  const verdicts = judgeTrace(trace).filter(({ id }) => id.startsWith('rate.'));
  return verdicts.flatMap((one) => (one.verdict === 'fail' ? [`${one.id}: ${said(one)}`] : []));
}

/** The key of requests without one, if the service does not count them with the others. */
const UNCOUNTED = 'none#1';

interface World extends Omit<Drawn, 'reset' | 'date'> {
  readonly service: ReturnType<typeof serviceOf>;
  /** When the key was used before the run, in seconds before its start. */
  readonly before: readonly number[];
}

/** A run of list, get and create with the real pacing over a simulated service and clock; every fourth request has no key. */
function simulate(world: World): { trace: EndedTrace; refused: number } {
  const settings: Settings = { ...SETTINGS, perMinute: world.perMinute };
  const exchanges: Exchange[] = [];
  const waits: Wait[] = [];
  let now = START;
  for (const ago of [...world.before].sort((a, b) => b - a))
    world.service(START + (world.offset - ago) * 1000, 'listPets', settings.key);
  for (let request = 0; request < world.requests; request += 1) {
    const withKey = request % 4 !== 3;
    const rest = pause({ head: headOf(settings), exchanges, waits }, withKey, now);
    if (rest !== undefined) {
      waits.push({ v: 1, kind: 'wait', at: now, until: now + rest.milliseconds, reason: rest.reason });
      now += rest.milliseconds;
    }
    const exchange = send(world, settings, request, now, withKey);
    exchanges.push(exchange);
    now = exchange.received.at + 1;
  }
  const end: EndedTrace['end'] = { v: 1, kind: 'end', at: now, finishedAt: '', reason: 'complete' };
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  return { trace: { head: headOf(settings), exchanges, skips: [], waits, end }, refused };
}

const OPERATIONS = [
  ['listPets', 'GET', '/pets'],
  ['listPets', 'GET', '/pets?limit=1'],
  ['getPet', 'GET', '/pets/1'],
  ['createPet', 'POST', '/pets'],
] as const;

function send(world: World, settings: Settings, request: number, at: number, withKey: boolean): Exchange {
  const latency = (world.latencies[request % world.latencies.length] ?? 0) * 1000;
  const [operation, method, path] = OPERATIONS[Math.floor(request / 3) % OPERATIONS.length] ?? OPERATIONS[0];
  const counted = withKey || world.countsUnauthorized ? settings.key : UNCOUNTED;
  const { status, headers } = world.service(at + latency / 2 + world.offset * 1000, operation, counted);
  return {
    v: 1,
    run: 'run-1',
    seq: request + 1,
    recorder: 'client',
    probe: `simulated.${request}`,
    key: withKey ? settings.key : null,
    operation,
    sent: { at, method, path, headers: [], body: null },
    received: { at: at + latency, status: withKey ? status : 401, headers: Object.entries(headers), body: '[]' },
  };
}

/** Those whose Reset is always within a window. */
const ALGORITHMS = KINDS.filter((kind) => kind !== 'counter' && kind !== 'counter, slot');

function build(algorithm: Kind, { reset, date, ...given }: Drawn, before: readonly number[]): World {
  const limiter = limiterOf(algorithm, { limit: given.perMinute, windowMs: 60_000 });
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
