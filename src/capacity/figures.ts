import { groupBy } from '../exchange/journal/group.ts';
import type { Sample } from '../exchange/records/capacity-record.ts';
import type { CapacityStep } from '../exchange/records/load-config.ts';
import { QUANTILES, type QuantileName } from './projection.ts';
import type { Estimate, StepFigures } from './result-schema.ts';
import { BLOCKS, estimate, quantile, rising, wilson } from './statistics.ts';

/** What is needed of a sample. */
export type Measured = Omit<Sample, 'v' | 'kind' | 'key' | 'op'>;

const isServed = ({ status }: Measured) => status >= 200 && status < 300;
const isLimited = ({ status }: Measured) => status === 429;
const isDenied = ({ status }: Measured) => status === 401 || status === 403;

/**
 * Sums up a step from the samples of all its instances, each with times since its own beginning, and from how late the generator's timers
 * fired, in milliseconds. `busy`: the share of the processors that was busy.
 */
export function figuresOf(
  { level, warmUp, count, perMinute, vus }: CapacityStep,
  samples: readonly Measured[],
  lags: readonly number[],
  busy: number | null = null,
): StepFigures {
  const planned = count - warmUp;
  const period = 60_000 / perMinute;
  // The list before the load has the number -1.
  const judged = samples.filter(({ n }) => n >= warmUp);
  const sent = judged.length;
  // A request that was skipped shifts the number, and so the due time, of all that follow.
  const isComplete = !isShort({ sent, planned });
  /** Milliseconds since the step began. */
  const opened = samples.map(({ n, due, sent: at }) => at - due + n * period);
  const closed = samples.map(({ n, due, received }) => received - due + n * period);
  const completed = closed.filter((at) => at >= warmUp * period && at < count * period).length;
  const stretches = groupBy(judged.filter(isServed), ({ n }) => Math.floor(((n - warmUp) / planned) * BLOCKS));
  const latency = (of: (sample: Measured) => number) => {
    const blocks = [...stretches.values()].map((some) => some.map(of));
    return Object.fromEntries(QUANTILES.map(({ name, p }) => [name, estimate(blocks, p)])) as Latency;
  };
  const served = latency(({ sent: at, received }) => received - at);
  const statuses = groupBy(judged, ({ status }) => (status === 0 ? 'no response' : String(status)));
  const failed = judged.filter((one) => !isServed(one) && !isLimited(one) && !isDenied(one));
  return {
    level,
    rps: perMinute / 60,
    planned,
    sent,
    completedRps: (completed * perMinute) / (60 * planned),
    byStatus: Object.fromEntries([...statuses].map(([name, { length }]) => [name, length])),
    limited: samples.filter(isLimited).length,
    denied: samples.filter(isDenied).length,
    errors: wilson(failed.length, sent),
    latency: isComplete ? latency(({ due, received }) => Math.max(0, received - due)) : served,
    served,
    openAtMost: openAtMost(rising(opened), rising(closed)),
    vus,
    lateP99: isComplete ? quantile(rising(judged.map(({ due, sent: at }) => Math.max(0, at - due))), 0.99) : null,
    lagP99: lags.length === 0 ? null : quantile(rising(lags), 0.99),
    busy,
    freshConnections: judged.filter(({ fresh }) => fresh).length,
  };
}

type Latency = Record<QuantileName, Estimate>;

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
