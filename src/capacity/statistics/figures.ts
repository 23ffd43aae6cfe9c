import { QUANTILES, type QuantileName } from '../objectives.ts';
import type { StepFigures } from '../result-schema.ts';
import { quantiles } from './bootstrap.ts';
import { type Estimate, quantile, wilson } from './estimate.ts';
import type { StepEvidence } from './evidence.ts';

export function figuresOf(evidence: StepEvidence, busy: number | null): StepFigures {
  const { step, planned, vus, sent, errors, waited, served, block, late, lags } = evidence;
  const since = estimates(served, block);
  return {
    level: step.level,
    rps: step.perMinute / 60,
    planned,
    sent,
    completedRps: evidence.completedRps,
    byStatus: evidence.byStatus,
    limited: evidence.limited,
    denied: evidence.denied,
    errors: wilson(errors, sent),
    // A request that was left out shifts the number, and so the due time, of all that follow.
    latency: isShort({ sent, planned }) ? since : estimates(waited, block),
    served: since,
    openAtMost: evidence.openAtMost,
    vus,
    lateP99: late.length === 0 || isShort({ sent, planned }) ? null : quantile(late, 0.99),
    lagP99: lags.length === 0 ? null : quantile(lags, 0.99),
    busy,
    freshConnections: evidence.fresh,
  };
}

/** k6 may leave out a tick at the very end of a step (grafana/k6#3052); that shifts nothing. */
const TICKS_AT_THE_END = 2;

/** Whether requests were left out in the middle. */
export function isShort({ sent, planned }: { readonly sent: number; readonly planned: number }): boolean {
  return sent < planned - TICKS_AT_THE_END;
}

const NOTHING: Estimate = { value: 0, from: 0, to: null };

function estimates(values: Float64Array, block: Uint8Array): Record<QuantileName, Estimate> {
  if (values.length === 0) return { p50: NOTHING, p95: NOTHING, p99: NOTHING };
  const [p50 = NOTHING, p95 = NOTHING, p99 = NOTHING] = quantiles(
    values,
    block,
    QUANTILES.map(({ p }) => p),
  );
  return { p50, p95, p99 };
}
