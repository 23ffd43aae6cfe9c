import { limitExperiment } from '../../load/lib/experiment/quota.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { QuotaExperiment } from '../../src/exchange/records/load-config.ts';
import type { Experiment, K6Wait } from '../../src/exchange/records/load-record.ts';
import { type Limiter, limiterOf } from '../limiter/simulation/limiters.ts';
import { type Service, serviceOf } from '../limiter/simulation/service.ts';
import { isExchange, openWorld } from '../limiter/simulation/world.ts';

export interface Simulation {
  readonly exchanges: readonly Exchange[];
  readonly waits: readonly K6Wait[];
  readonly experiment: Experiment;
  readonly phases: Readonly<Record<string, number>>;
  readonly refused: number;
}

export interface SimulatedLimiter {
  readonly limit: number;
  /** A limiter for one key. */
  readonly create: () => Limiter;
}

export interface SimulationOptions {
  readonly limiter: SimulatedLimiter;
  readonly experiment?: Partial<QuotaExperiment>;
  /** The service's clock minus the client's. */
  readonly offset?: number;
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Replaces the status of the request with that number (from 1). 0: no response. */
  readonly status?: (request: number) => number | undefined;
  /** Milliseconds in one direction; 1 by default. */
  readonly oneWay?: (request: number) => number;
}

export const PRO: QuotaExperiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 };

/** Runs an experiment in virtual time. */
export async function simulate({
  limiter,
  experiment,
  offset = 0,
  headers = (same) => same,
  status = () => undefined,
  oneWay = () => 1,
}: SimulationOptions): Promise<Simulation> {
  const plain = {
    limit: limiter.limit,
    remaining: 'after',
    reset: 'ceil',
    retryAfter: 'seconds',
    date: 'one',
  } as const;
  const limited = serviceOf(limiter.create, plain, () => 0);
  let requests = 0;
  const service: Service = (...request) => {
    requests += 1;
    const replaced = status(requests);
    const reply = replaced === 0 ? null : limited(...request);
    return reply === null ? null : { ...reply, status: replaced ?? reply.status, headers: headers(reply.headers) };
  };
  const world = openWorld({
    experiment: { ...PRO, ...experiment },
    service,
    network: { oneWay, offsetAt: () => offset },
  });
  const closing = await world.clock.run(limitExperiment(world.lab));
  const exchanges = world.records.filter(isExchange);
  const waits = world.records.filter((record): record is K6Wait => 'kind' in record && record.kind === 'wait');
  const phases: Record<string, number> = {};
  for (const { phase = '' } of exchanges) phases[phase] = (phases[phase] ?? 0) + 1;
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  return { exchanges, waits, experiment: closing, phases, refused };
}

const quota = (limit: number, seconds: number) => ({ limit, windowMs: seconds * 1_000 });

/** Windows of `seconds` from a key's first request, or on the clock. */
export function fixed(limit: number, seconds: number, onClock = false, usedBefore = 0): SimulatedLimiter {
  const create = () => {
    const limiter = limiterOf(onClock ? 'fixed on clock' : 'fixed from first', quota(limit, seconds));
    let used = 0;
    return (now: number) => {
      for (; used < usedBefore; used += 1) limiter(now);
      return limiter(now);
    };
  };
  return { limit, create };
}

/** Windows that each refused request starts anew. Reset says so. */
export const prolonged = (limit: number, seconds: number): SimulatedLimiter => ({
  limit,
  create: () => limiterOf('fixed from first', quota(limit, seconds), { prolongs: true }),
});

/** A token bucket that refills continuously. Reset is the moment at which it is full. */
export const bucket = (limit: number, seconds: number): SimulatedLimiter => ({
  limit,
  create: () => limiterOf('bucket', quota(limit, seconds)),
});
