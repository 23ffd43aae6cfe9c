import { limitExperiment } from '../../load/lib/experiment/quota.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { isExchange } from '../../src/exchange/records/journal-record.ts';
import type { QuotaExperiment } from '../../src/exchange/records/load-config.ts';
import type { Experiment, K6Wait } from '../../src/exchange/records/load-record.ts';
import { type Kind, limiterOf } from '../limiter/simulation/limiters.ts';
import { type Service, serviceOf } from '../limiter/simulation/service.ts';
import { openWorld, START } from '../limiter/simulation/world.ts';

export interface Simulation {
  readonly exchanges: readonly Exchange[];
  readonly waits: readonly K6Wait[];
  readonly experiment: Experiment;
  readonly phases: Readonly<Record<string, number>>;
  readonly refused: number;
}

export interface SimulationOptions {
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
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Replaces the status of the request with that number (from 1). 0: no response. */
  readonly status?: (request: number) => number | undefined;
  /** Milliseconds in one direction; 1 by default. */
  readonly oneWay?: (request: number) => number;
}

export const PRO: QuotaExperiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 };

/** Runs an experiment in virtual time. */
export async function simulate({
  limit = 300,
  seconds = 60,
  kind = 'fixed from first',
  prolongs = false,
  usedBefore = 0,
  experiment,
  offset = 0,
  headers = (same) => same,
  status = () => undefined,
  oneWay = () => 1,
}: SimulationOptions): Promise<Simulation> {
  const plain = { limit, remaining: 'after', reset: 'ceil', retryAfter: 'seconds', date: 'one' } as const;
  const limiter = () => limiterOf(kind, { limit, windowMs: seconds * 1_000 }, { prolongs });
  const limited = serviceOf(limiter, plain, () => 0);
  for (let used = 0; used < usedBefore; used += 1) limited(START + offset, 'listPets', PRO.key);
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
