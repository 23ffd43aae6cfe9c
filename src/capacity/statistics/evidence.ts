import type { CapacityStep, Lag, Sample } from '../../exchange/index.ts';
import { column } from '../../exchange/journal/column.ts';
import { ownCount, type Segment, WHOLE } from '../segment.ts';
import { BLOCKS } from './bootstrap.ts';

/** What one step recorded, in columns: a million requests are a few dozen megabytes. */
export interface StepEvidence {
  readonly step: CapacityStep;
  /** Requests that are judged, and how many could be open at once: of those instances that are there. */
  readonly planned: number;
  readonly vus: number;
  /** Requests that have a line, of those that are judged. */
  readonly sent: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Refusals and 401 or 403 of all that were sent, warm-up included: both are mistakes of ours. */
  readonly limited: number;
  readonly denied: number;
  /** Neither 2xx, nor a mistake of ours. */
  readonly errors: number;
  /** Milliseconds of the requests answered 2xx: since they were due, and since they were sent. */
  readonly waited: Float64Array;
  readonly served: Float64Array;
  /** To which stretch of time each of them belongs, for the bootstrap. */
  readonly block: Uint8Array;
  /** How late they were sent. */
  readonly late: Float64Array;
  readonly lags: Float64Array;
  /** Requests that were open at once, at most. */
  readonly openAtMost: number;
  /** Answers a second while requests were offered. */
  readonly completedRps: number;
  /** Connections that were made after the warm-up. */
  readonly fresh: number;
}

export function collectStep(step: CapacityStep) {
  const { warmUp, count, perMinute } = step;
  const judged = Math.max(1, count - warmUp);
  const period = 60_000 / perMinute;
  const waited = column();
  const served = column();
  const block = column();
  const late = column();
  const lags = column();
  const opened = column();
  const closed = column();
  const statuses = new Map<number, number>();
  let fresh = 0;
  let limited = 0;
  let denied = 0;
  let errors = 0;

  const addSample = ({ n, due, sent, received, status, fresh: isFresh }: Sample) => {
    if (status === 429) limited += 1;
    if (status === 401 || status === 403) denied += 1;
    // The one that asks for ids, before the load.
    if (n < 0) return;
    const start = due - n * period;
    opened.push(sent - start);
    closed.push(received - start);
    if (n < warmUp) return;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    late.push(Math.max(0, sent - due));
    if (isFresh) fresh += 1;
    if (status >= 200 && status < 300) {
      waited.push(Math.max(0, received - due));
      served.push(received - sent);
      block.push(Math.min(BLOCKS - 1, Math.floor(((n - warmUp) / judged) * BLOCKS)));
    } else if (![429, 401, 403].includes(status)) errors += 1;
  };

  return {
    /** In any order: of several instances, one after the other too. Each counts its times from its own beginning of the step. */
    add: (line: Sample | Lag) => {
      if (line.kind === 'sample') addSample(line);
      else for (const lag of line.lags) lags.push(lag);
    },
    /** Of what these instances sent. */
    evidence: (segments: readonly Segment[] = [WHOLE]): StepEvidence => {
      const received = closed.values().sort();
      const completed = received.reduce((sum, at) => sum + (at >= warmUp * period && at < count * period ? 1 : 0), 0);
      return {
        step,
        planned: segments.reduce((sum, one) => sum + ownCount(count, one) - ownCount(warmUp, one), 0),
        vus: segments.reduce((sum, { of }) => sum + step.vus / of, 0),
        sent: [...statuses.values()].reduce((sum, one) => sum + one, 0),
        byStatus: Object.fromEntries(
          [...statuses].map(([status, many]) => [status === 0 ? 'no answer' : String(status), many]),
        ),
        limited,
        denied,
        errors,
        waited: waited.values(),
        served: served.values(),
        block: Uint8Array.from(block.values()),
        late: late.values().sort(),
        lags: lags.values().sort(),
        openAtMost: openAtMost(opened.values().sort(), received),
        completedRps: (completed * perMinute) / (60 * judged),
        fresh,
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
