import type { Lag, Sample } from '../exchange/records/capacity-record.ts';
import type { CapacityStep } from '../exchange/records/load-config.ts';
import { QUANTILES, type QuantileName } from './projection.ts';
import type { Estimate, StepFigures } from './result-schema.ts';
import { BLOCKS, column, estimate, quantile, wilson } from './statistics.ts';

/** Statuses that are mistakes of ours. */
const MISTAKES: Readonly<Record<number, 'limited' | 'denied'>> = { 429: 'limited', 401: 'denied', 403: 'denied' };

/** Collects the lines of one step, and sums them up. */
export function collectStep(step: CapacityStep) {
  const { level, warmUp, count, perMinute, vus } = step;
  const judged = Math.max(1, count - warmUp);
  const period = 60_000 / perMinute;
  /** Milliseconds of the requests answered 2xx, by stretch of time: since they were due, and since they were sent. */
  const waited = Array.from({ length: BLOCKS }, column);
  const served = Array.from({ length: BLOCKS }, column);
  /** How late requests were sent, and timers fired. */
  const [late, lags] = [column(), column()];
  const [opened, closed] = [column(), column()];
  const byStatus: Record<string, number> = {};
  let fresh = 0;
  /** Of all that were sent, warm-up included. */
  const mistakes = { limited: 0, denied: 0 };
  // Neither 2xx, nor a mistake of ours.
  let errors = 0;

  const addSample = ({ n, due, sent: began, received, status, fresh: isFresh }: Sample) => {
    const mistake = MISTAKES[status];
    if (mistake !== undefined) mistakes[mistake] += 1;
    const start = due - n * period;
    opened.push(began - start);
    closed.push(received - start);
    // The list before the load has the number -1.
    if (n < warmUp) return;
    const name = status === 0 ? 'no response' : String(status);
    byStatus[name] = (byStatus[name] ?? 0) + 1;
    late.push(Math.max(0, began - due));
    if (isFresh) fresh += 1;
    if (status >= 200 && status < 300) {
      const block = Math.min(BLOCKS - 1, Math.floor(((n - warmUp) / judged) * BLOCKS));
      waited[block]?.push(Math.max(0, received - due));
      served[block]?.push(received - began);
    } else if (mistake === undefined) errors += 1;
  };

  return {
    /** In any order: of several instances, one after the other too. Each counts its times from its own beginning of the step. */
    add: (line: Sample | Lag) => {
      if (line.kind === 'sample') addSample(line);
      else for (const lag of line.lags) lags.push(lag);
    },
    /** @param busy the share of the processors that was busy */
    figures: (busy: number | null = null): StepFigures => {
      const received = closed.sorted();
      const completed = received.reduce((sum, at) => sum + (at >= warmUp * period && at < count * period ? 1 : 0), 0);
      const planned = count - warmUp;
      const since = estimates(served);
      const lag = lags.sorted();
      const sent = late.values().length;
      return {
        level,
        rps: perMinute / 60,
        planned,
        sent,
        completedRps: (completed * perMinute) / (60 * judged),
        byStatus,
        ...mistakes,
        errors: wilson(errors, sent),
        // A request that was skipped shifts the number, and so the due time, of all that follow.
        latency: isShort({ sent, planned }) ? since : estimates(waited),
        served: since,
        openAtMost: openAtMost(opened.sorted(), received),
        vus,
        lateP99: isShort({ sent, planned }) ? null : quantile(late.sorted(), 0.99),
        lagP99: lag.length === 0 ? null : quantile(lag, 0.99),
        busy,
        freshConnections: fresh,
      };
    },
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
export function isShort({ sent, planned }: { readonly sent: number; readonly planned: number }): boolean {
  return sent < planned - TICKS_AT_THE_END;
}

const NOTHING: Estimate = { value: 0, from: 0, to: null };

function estimates(columns: readonly ReturnType<typeof column>[]): Record<QuantileName, Estimate> {
  const blocks = columns.map((one) => one.values());
  const all = column();
  for (const values of blocks) for (const value of values) all.push(value);
  const sorted = all.sorted();
  const [p50 = NOTHING, p95 = NOTHING, p99 = NOTHING] =
    sorted.length === 0 ? [] : QUANTILES.map(({ p }) => estimate(sorted, blocks, p));
  return { p50, p95, p99 };
}
