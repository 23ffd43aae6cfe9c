import type { Interval } from '../../exchange/clock-offset.ts';
import type { Evidence } from './evidence.ts';
import { remainingAccount } from './exhaustion.ts';
import type { Reading } from './reading.ts';

/** Server time in milliseconds of a request's decision, at the earliest and at the latest. */
export const decidedFrom = ({ clock }: Evidence, { sent }: Reading): number => sent + clock.from;
export const decidedUntil = ({ clock }: Evidence, { received }: Reading): number => received + clock.to;

/** The Unix time of a decision at the earliest. */
export const unixTimeOf = (evidence: Evidence, reading: Reading): number =>
  Math.floor(decidedFrom(evidence, reading)) / 1_000;

/** Requests of ours that were possibly decided after `since` and before `reading`: each may have taken one slot. */
export const oursBetween = ({ own }: Evidence, since: Pick<Reading, 'sent'>, reading: Reading): Reading[] =>
  own.filter(
    (other) => other !== reading && other !== since && other.received > since.sent && other.sent < reading.received,
  );

/** Slots missing from the complete limit at this request, apart from itself and `ours`; by Remaining. */
export function slotsMissing(evidence: Evidence, { remaining }: Reading, ours: number): Interval | undefined {
  if (remaining === undefined) return undefined;
  const convention = remainingAccount(evidence)?.convention ?? 'unknown';
  const missing = evidence.limit - ours - remaining;
  return { from: missing - (convention === 'before' ? 0 : 1), to: missing - (convention === 'after' ? 1 : 0) };
}

/** Certainly nothing of the limit was in use at this admitted request, whether Remaining counts before or after the request. */
export const certainlyWhole = (evidence: Evidence, reading: Reading): boolean =>
  (slotsMissing(evidence, reading, 0)?.to ?? Infinity) <= 0;

/** Our own requests, refused ones included, that may have been in the rolling window before the probe. */
export const possiblyInWindow = (evidence: Evidence, probe: Reading): number =>
  oursBetween(evidence, { sent: probe.sent - evidence.windowMs }, probe).length;
