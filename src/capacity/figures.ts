import type { Lag, Sample } from '../exchange/records/capacity-record.ts';
import type { CapacityStep } from '../exchange/records/load-config.ts';
import { QUANTILES, type QuantileName } from './projection.ts';
import type { Estimate, StepFigures } from './result-schema.ts';
import { BLOCKS, estimate, quantile, wilson } from './statistics.ts';

/** A step with one of these statuses shows nothing of the service, and more requests after refusals can get keys banned. */
export const KEY_PROBLEMS: Record<number, 'limited' | 'denied'> = { 429: 'limited', 401: 'denied', 403: 'denied' };

const blocks = () => Array.from({ length: BLOCKS }, (): number[] => []);

/** What was measured in a step, as yet nothing. */
const nothing = () => ({
  /** Milliseconds of the requests answered 2xx, by stretch of time: since they were due, and since they were sent. */
  latency: blocks(),
  served: blocks(),
  /** How late requests were sent, and timers fired. */
  late: [] as number[],
  lags: [] as number[],
  opened: [] as number[],
  closed: [] as number[],
  byStatus: {} as Record<string, number>,
  keyProblems: { limited: 0, denied: 0 },
  /** Neither 2xx, nor a problem with a key. */
  errors: 0,
  freshConnections: 0,
});

type Measured = ReturnType<typeof nothing>;

export function collectStep(step: CapacityStep) {
  const measured = nothing();
  return {
    /** In any order: of several instances, one after the other too. Each counts its times from its own beginning of the step. */
    add: (line: Sample | Lag) => {
      if (line.kind === 'sample') addSample(measured, step, line);
      else for (const lag of line.lags) measured.lags.push(lag);
    },
    /** @param busy the share of the processors that was busy */
    figures: (busy: number | null = null): StepFigures => figuresOf(measured, step, busy),
  };
}

function addSample(measured: Measured, { warmUp, count, perMinute }: CapacityStep, sample: Sample): void {
  const { n, due, sent, received, status, fresh } = sample;
  const problem = KEY_PROBLEMS[status];
  if (problem !== undefined) measured.keyProblems[problem] += 1;
  const start = due - (n * 60_000) / perMinute;
  measured.opened.push(sent - start);
  measured.closed.push(received - start);
  // The list before the load has the number -1.
  if (n < warmUp) return;
  const name = status === 0 ? 'no response' : String(status);
  measured.byStatus[name] = (measured.byStatus[name] ?? 0) + 1;
  measured.late.push(Math.max(0, sent - due));
  if (fresh) measured.freshConnections += 1;
  if (status >= 200 && status < 300) {
    const block = Math.min(BLOCKS - 1, Math.floor(((n - warmUp) / (count - warmUp)) * BLOCKS));
    measured.latency[block]?.push(Math.max(0, received - due));
    measured.served[block]?.push(received - sent);
  } else if (problem === undefined) measured.errors += 1;
}

function figuresOf(measured: Measured, step: CapacityStep, busy: number | null): StepFigures {
  const { level, warmUp, count, perMinute, vus } = step;
  const { late, opened, closed, byStatus, keyProblems, errors, freshConnections } = measured;
  const period = 60_000 / perMinute;
  const received = sorted(closed);
  const completed = received.reduce((sum, at) => sum + (at >= warmUp * period && at < count * period ? 1 : 0), 0);
  const planned = count - warmUp;
  const served = estimates(measured.served);
  const lag = sorted(measured.lags);
  const sent = late.length;
  // A request that was skipped shifts the number, and so the due time, of all that follow.
  const isShifted = hasSkipped({ sent, planned });
  return {
    level,
    rps: perMinute / 60,
    planned,
    sent,
    completedRps: (completed * perMinute) / (60 * Math.max(1, planned)),
    byStatus,
    ...keyProblems,
    errors: wilson(errors, sent),
    latency: isShifted ? served : estimates(measured.latency),
    served,
    openAtMost: openAtMost(sorted(opened), received),
    vus,
    lateP99: isShifted ? null : quantile(sorted(late), 0.99),
    lagP99: lag.length === 0 ? null : quantile(lag, 0.99),
    busy,
    freshConnections,
  };
}

/** Both sorted: one more is open with each that is sent, one less with each that was received. */
function openAtMost(sent: Float64Array, received: Float64Array): number {
  let most = 0;
  let over = 0;
  for (let index = 0; index < sent.length; index += 1) {
    while ((received[over] ?? Number.POSITIVE_INFINITY) <= (sent[index] ?? 0)) over += 1;
    most = Math.max(most, index + 1 - over);
  }
  return most;
}

/** k6 may skip a tick at the very end of a step (grafana/k6#3052); that shifts nothing. */
const TICKS_AT_THE_END = 2;

/** Whether requests were skipped in the middle. */
export const hasSkipped = ({ sent, planned }: Pick<StepFigures, 'sent' | 'planned'>): boolean =>
  sent < planned - TICKS_AT_THE_END;

/** Sorting a list itself takes three times as long. */
const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

const NOTHING: Estimate = { value: 0, from: 0, to: null };

function estimates(blocks: readonly (readonly number[])[]): Record<QuantileName, Estimate> {
  const all = sorted(blocks.flat());
  const [p50 = NOTHING, p95 = NOTHING, p99 = NOTHING] =
    all.length === 0 ? [] : QUANTILES.map(({ p }) => estimate(all, blocks, p));
  return { p50, p95, p99 };
}
