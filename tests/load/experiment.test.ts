import { expect, it } from 'vitest';
import { limitExperiment } from '../../load/lib/experiment/quota-experiment.ts';
import { groupBy } from '../../src/exchange/journal/group.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { isExchange } from '../../src/exchange/records/journal-record.ts';
import type { QuotaExperiment } from '../../src/exchange/records/load-config.ts';
import type { K6Wait } from '../../src/exchange/records/load-record.ts';
import { expectLines, golden } from '../golden.ts';
import { type Kind, limiterOf } from '../limiter/simulation/limiters.ts';
import { type Service, serviceOf } from '../limiter/simulation/service.ts';
import { openWorld, START } from '../limiter/simulation/world.ts';

type Headers = Readonly<Record<string, string>>;

interface Options {
  /** Of the service: 300 by default. */
  readonly limit?: number;
  /** The length of its windows. */
  readonly seconds?: number;
  readonly kind?: Kind;
  /** Each refused request starts the window anew. */
  readonly prolongs?: boolean;
  /** Requests with the key before the experiment. */
  readonly usedBefore?: number;
  readonly experiment?: Partial<QuotaExperiment>;
  /** The service's clock minus the client's. */
  readonly offset?: number;
  readonly headers?: (headers: Headers) => Headers;
  /** Replaces the status of the request with that number (from 1). 0: no response. */
  readonly status?: (request: number) => number | undefined;
  /** Milliseconds in one direction. */
  readonly latency?: number;
}

/** Runs an experiment in virtual time. */
async function simulate({ limit = 300, seconds = 60, offset = 0, status, latency = 1, ...given }: Options) {
  const { kind = 'fixed from first', prolongs = false, headers = (same) => same } = given;
  const pro: QuotaExperiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60, ...given.experiment };
  const wording = { remaining: 'after', reset: 'ceil', retryAfter: 'seconds', date: 'one' } as const;
  const limited = serviceOf(limiterOf(kind, { limit, windowMs: seconds * 1_000 }, { prolongs }), wording, () => 0);
  for (let used = 0; used < (given.usedBefore ?? 0); used += 1) limited(START + offset, 'listPets', pro.key);
  let requests = 0;
  const service: Service = (...request) => {
    const replaced = status?.(++requests);
    const reply = replaced === 0 ? null : limited(...request);
    return reply === null ? null : { ...reply, status: replaced ?? reply.status, headers: headers(reply.headers) };
  };
  const network = { oneWay: () => latency, offsetAt: () => offset };
  const { clock, recorder, records } = openWorld({ experiment: pro, service, network });
  const experiment = await clock.run(limitExperiment(recorder));
  const waits = records.filter((record): record is K6Wait => 'kind' in record && record.kind === 'wait');
  return { exchanges: records.filter(isExchange), waits, experiment };
}
type Simulation = Awaited<ReturnType<typeof simulate>>;

/** With the headers of a larger limit than it counts. */
const larger = (headers: Headers) => ({ ...headers, 'X-Ratelimit-Limit': '1000', 'X-Ratelimit-Remaining': '999' });

/** With a Reset in seconds from the start of the experiment. */
const relative = (headers: Headers) => ({
  ...headers,
  'X-Ratelimit-Reset': String(Math.ceil(Number(headers['X-Ratelimit-Reset']) - START / 1_000)),
});

const CASES: Readonly<Record<string, Options>> = {
  'windows from the first request': {},
  'windows of the clock, late in one': { kind: 'fixed on clock', offset: 30_000 - (START % 60_000) },
  'a used key': { usedBefore: 120 },
  'a key that is always exhausted': { limit: 0 },
  'a quota that returns tomorrow': { limit: 0, seconds: 86_400 },
  'continuous refill': { kind: 'bucket', latency: 30 },
  'no limiter': {
    limit: Number.POSITIVE_INFINITY,
    headers: () => ({ 'Content-Type': 'application/json' }),
  },
  '5 of 1000 over 50 connections': { limit: 5, headers: larger, experiment: { perWindow: 1_000 } },
  'a key of a smaller plan': { limit: 60 },
  'Reset is a delta': { headers: relative },
  'no Reset': { headers: ({ 'X-Ratelimit-Reset': _, ...others }) => others },
  'no responses': { status: () => 0 },
  'status 401': { status: () => 401 },
  'no responses from the middle of the burst on': { status: (request) => (request > 100 ? 0 : undefined) },
  'refusals extend the wait': { prolongs: true },
  'Reset is a day away': { seconds: 86_400 },
};

/** The requests of each phase, with the seconds from the first request to the last one of the phase. */
function described({ exchanges, waits, experiment }: Simulation): string {
  const [first] = exchanges;
  const phases = groupBy(exchanges, ({ phase }) => phase);
  const secondsTo = (last: Exchange | undefined) => (((last?.sent.at ?? 0) - (first?.sent.at ?? 0)) / 1_000).toFixed(1);
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  const { planned, sent, unanswered, stopped, skipped } = experiment;
  return [
    ...[...phases].map(([phase, all]) => `${all.length} ${phase} until ${secondsTo(all.at(-1))} s`),
    `${sent} of ${planned} sent, ${refused} refused, ${unanswered} unanswered`,
    ...waits.flatMap(({ code, at, until }) =>
      until - at < 100 ? [] : [`waits ${Math.round(until - at)} ms: ${code}`],
    ),
    ...(stopped === undefined ? [] : [`stopped: ${stopped}`]),
    ...skipped.map(({ phase, code }) => `no ${phase}: ${code}`),
  ].join('; ');
}

it('the experiments send these requests, in virtual time', async () => {
  const simulations: Record<string, Simulation> = {};
  for (const [name, options] of Object.entries(CASES)) simulations[name] = await simulate(options);
  for (const { exchanges } of Object.values(simulations))
    expect(exchanges.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(exchanges.map((_, index) => index));
  await expectLines(golden('experiments.txt'), simulations, described);
});

it('only the create that must be refused could store anything', async () => {
  const { exchanges } = await simulate({});
  const sent = new Set(
    exchanges.map(({ sent: { method, path, body } }) => `${method} ${path} ${body?.replace(/\d{13}/, 'NOW')}`),
  );
  expect([...sent].sort()).toEqual([
    'GET /pets/1 undefined',
    'GET /pets/999999999999 undefined',
    'GET /pets?limit=1 undefined',
    'GET /pets?limit=100 undefined',
    'POST /pets {"name":"storecheck refused pro#1 NOW","categoryId":1}',
    'POST /pets {}',
  ]);
  const [create] = exchanges.filter(({ phase, operation }) => phase === 'operations' && operation === 'createPet');
  expect(create?.received).toMatchObject({ status: 429 });
});

it('a second key takes turns with the first one before the burst, and is sent again when that is exhausted', async () => {
  const { exchanges } = await simulate({ experiment: { secondKey: 'pro#2' } });
  const order = exchanges.filter(({ phase }) => phase === 'second-key').map(({ key }) => key);
  expect(order).toEqual(['pro#1', 'pro#2', 'pro#1', 'pro#2', 'pro#2']);
});
