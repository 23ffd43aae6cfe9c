import type { Caution } from '../../load/lib/burst.ts';
import { type Lab, openLab } from '../../load/lib/lab.ts';
import { wholeExperiment } from '../../load/lib/quota.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { QuotaExperiment } from '../../src/exchange/load-config.ts';
import type { Experiment, K6Record, K6Wait } from '../../src/exchange/load-record.ts';

interface Limits {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Moments in milliseconds since 1970. */
  readonly reset: number;
  readonly retryAt: number;
}

/** Decides about a request of a key at a moment. */
export type Limiter = (now: number, key: string) => Limits;

export interface Simulation {
  readonly exchanges: Exchange[];
  readonly waits: K6Wait[];
  readonly experiment: Experiment;
  readonly phases: Record<string, number>;
  readonly refused: number;
  /** Milliseconds from the first to the last request. */
  readonly lasted: number;
  at(phase: string): number;
}

export const START = 1_795_000_000_000;

export interface SimulationOptions {
  readonly limiter: Limiter;
  readonly experiment?: Partial<QuotaExperiment>;
  /** Server clock minus ours. */
  readonly offset?: number;
  readonly headers?: (headers: Record<string, string>, request: number) => Record<string, string>;
  /** Status instead of the limiter's; 0: no answer. */
  readonly status?: (request: number) => number | undefined;
  /** Milliseconds on the way to the service; 1 by default. */
  readonly onTheWay?: (request: number) => number;
  readonly connections?: number;
  readonly refusals?: number;
  /** Instead of the limit experiment. */
  readonly run?: (lab: Lab, caution: Caution) => Promise<Experiment>;
}

export const PRO: QuotaExperiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 };

/** Runs the whole experiment in no time: a clock that only requests (2 ms each) and waits move. */
export async function simulate({
  limiter,
  experiment,
  offset = 0,
  headers,
  status,
  onTheWay = () => 1,
  connections = 50,
  refusals = 8,
  run = wholeExperiment,
}: SimulationOptions): Promise<Simulation> {
  let now = START;
  let requests = 0;
  const records: K6Record[] = [];
  const lab: Lab = openLab(
    { ...PRO, ...experiment },
    {
      run: 'simulated',
      instance: 'one',
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      deliver: async (_, key) => {
        requests += 1;
        now += onTheWay(requests);
        const forced = status?.(requests);
        const server = now + offset;
        if (forced === 0)
          return { status: 0, headers: {}, body: null, blocked: 0, failure: { code: 'K6_1211', message: 'gone' } };
        const said = limiter(server, key);
        const plain: Record<string, string> = {
          'X-Ratelimit-Limit': String(said.limit),
          'X-Ratelimit-Remaining': String(said.remaining),
          'X-Ratelimit-Reset': String(Math.ceil(said.reset / 1_000)),
          Date: new Date(server).toUTCString(),
          ...(said.admitted ? {} : { 'Retry-After': String(Math.ceil((said.retryAt - server) / 1_000)) }),
        };
        now += 1;
        const code = forced ?? (said.admitted ? 200 : 429);
        return { status: code, headers: headers?.(plain, requests) ?? plain, body: '{}', blocked: 0.5, failure: null };
      },
      write: (record) => records.push(record),
      redact: (text) => text,
    },
  );
  const closing = await run(lab, { connections, refusals });
  const exchanges = records.filter((record): record is Exchange => !('kind' in record));
  const waits = records.filter((record): record is K6Wait => 'kind' in record && record.kind === 'wait');
  const phases: Record<string, number> = {};
  for (const { phase = '' } of exchanges) phases[phase] = (phases[phase] ?? 0) + 1;
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  const at = (phase: string) => exchanges.findLast((exchange) => exchange.phase === phase)?.sent.at ?? Number.NaN;
  const lasted = (exchanges.at(-1)?.received.at ?? 0) - (exchanges[0]?.sent.at ?? 0);
  return { exchanges, waits, experiment: closing, phases, refused, lasted, at };
}

/** Windows of `seconds` from a key's first request, or on the clock's grid. */
export function fixed(limit: number, seconds: number, grid = false, usedBefore = 0): Limiter {
  const windows = new Map<string, { ends: number; used: number }>();
  const length = seconds * 1_000;
  return (now, key) => {
    const known = windows.get(key);
    const ends = grid ? (Math.floor(now / length) + 1) * length : now + length;
    const first = known === undefined ? usedBefore : 0;
    const window = known !== undefined && known.ends > now ? known : { ends, used: first };
    windows.set(key, window);
    const admitted = window.used < limit;
    if (admitted) window.used += 1;
    return { admitted, limit, remaining: limit - window.used, reset: window.ends, retryAt: window.ends };
  };
}

/** A window that each refused request begins anew, as its Reset says. */
export function prolonged(limit: number, seconds: number): Limiter {
  let [used, reset] = [0, -Infinity];
  return (now) => {
    if (now >= reset) [used, reset] = [0, now + seconds * 1_000];
    const admitted = used < limit;
    if (admitted) used += 1;
    else reset = now + seconds * 1_000;
    return { admitted, limit, remaining: limit - used, reset, retryAt: reset };
  };
}

/** A bucket of `limit` that refills continuously; Reset is when it is full again. */
export function bucket(limit: number, seconds: number): Limiter {
  const perMs = limit / (seconds * 1_000);
  let level = limit;
  let last = START;
  return (now) => {
    level = Math.min(limit, level + (now - last) * perMs);
    last = now;
    const admitted = level >= 1;
    if (admitted) level -= 1;
    return {
      admitted,
      limit,
      remaining: Math.floor(level),
      reset: now + (limit - level) / perMs,
      retryAt: now + (1 - level) / perMs,
    };
  };
}
