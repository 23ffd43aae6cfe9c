import { statusName } from '../exchange/exchange.ts';
import type { Lag, Sample } from '../exchange/records/capacity-record.ts';
import type { CapacityStep } from '../exchange/records/load-config.ts';
import { QUANTILES, type QuantileName } from './objectives.ts';
import type { Measured, StepNumbers } from './result-schema.ts';
import { BLOCKS, quantile, wilson, woodruff } from './statistics.ts';

/** Statuses that show a problem with the keys. Such a step proves nothing, and further requests could get the keys banned. */
export const KEY_PROBLEMS: Record<number, 'limited' | 'denied'> = { 429: 'limited', 401: 'denied', 403: 'denied' };

/** When the step began, computed from one of its requests. */
export const startOf = ({ n, due }: Pick<Sample, 'n' | 'due'>, perMinute: number): number =>
  due - (n * 60_000) / perMinute;

const blocks = () => Array.from({ length: BLOCKS }, (): number[] => []);

/** Collects the samples and lags of a step, and computes its numbers. */
export function collectStep({ level, warmUp, count, perMinute, vus }: CapacityStep) {
  const planned = count - warmUp;
  const period = 60_000 / perMinute;
  /** Latencies of the 2xx responses in milliseconds, by block: since the requests were due, and since they were sent. */
  const sinceDue = blocks();
  const sinceSent = blocks();
  /** How late requests were sent, and how late timers fired, in milliseconds. */
  const late: number[] = [];
  const lags: number[] = [];
  const opened: number[] = [];
  const closed: number[] = [];
  const byStatus: Record<string, number> = {};
  const keyProblems = { limited: 0, denied: 0 };
  /** Requests without a 2xx and without a problem of a key. */
  let errors = 0;
  let freshConnections = 0;
  const addSample = ({ n, due, sent, received, status, fresh }: Sample): void => {
    const problem = KEY_PROBLEMS[status];
    if (problem !== undefined) keyProblems[problem] += 1;
    const start = startOf({ n, due }, perMinute);
    opened.push(sent - start);
    closed.push(received - start);
    // The list before the load has the number -1.
    if (n < warmUp) return;
    const name = statusName(status);
    byStatus[name] = (byStatus[name] ?? 0) + 1;
    late.push(Math.max(0, sent - due));
    if (fresh) freshConnections += 1;
    if (status >= 200 && status < 300) {
      const block = Math.min(BLOCKS - 1, Math.floor(((n - warmUp) / planned) * BLOCKS));
      sinceDue[block]?.push(Math.max(0, received - due));
      sinceSent[block]?.push(received - sent);
    } else if (problem === undefined) errors += 1;
  };
  return {
    /** Adds a record. The order does not matter, because the times of each instance count from its own start of the step. */
    add: (line: Sample | Lag) => (line.kind === 'sample' ? addSample(line) : lags.push(...line.lags)),
    /** @param busy the share of the processors that was busy */
    numbers: (busy: number | null = null): StepNumbers => {
      const received = sorted(closed);
      const completed = received.reduce((sum, at) => sum + (at >= warmUp * period && at < count * period ? 1 : 0), 0);
      const served = measureQuantiles(sinceSent);
      const lag = sorted(lags);
      const sent = late.length;
      // A skipped request shifts the numbers, and so the due times, of all later requests.
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
        latency: isShifted ? served : measureQuantiles(sinceDue),
        served,
        openAtMost: openAtMost(sorted(opened), received),
        vus,
        lateP99: isShifted ? null : quantile(sorted(late), 0.99),
        lagP99: lag.length === 0 ? null : quantile(lag, 0.99),
        busy,
        freshConnections,
      };
    },
  };
}

/** The most requests that were open at the same time. Both lists of times are sorted. */
function openAtMost(sent: Float64Array, received: Float64Array): number {
  let most = 0;
  let closed = 0;
  for (let index = 0; index < sent.length; index += 1) {
    while ((received[closed] ?? Infinity) <= (sent[index] ?? 0)) closed += 1;
    most = Math.max(most, index + 1 - closed);
  }
  return most;
}

/** Requests that k6 may skip at the very end of a step (grafana/k6#3052). They shift no other request. */
const TICKS_AT_THE_END = 2;

/** Whether requests were skipped before the end of the step. */
export const hasSkipped = ({ sent, planned }: Pick<StepNumbers, 'sent' | 'planned'>): boolean =>
  sent < planned - TICKS_AT_THE_END;

/** Sorts numbers in a typed array, which takes a third of the time of sorting a list. */
const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

const NOTHING: Measured = { value: 0, from: 0, to: null };

function measureQuantiles(blocks: readonly (readonly number[])[]): Record<QuantileName, Measured> {
  const all = sorted(blocks.flat());
  const [p50 = NOTHING, p95 = NOTHING, p99 = NOTHING] =
    all.length === 0 ? [] : QUANTILES.map(({ p }) => woodruff(all, blocks, p));
  return { p50, p95, p99 };
}
