import type { Evidence } from './evidence.ts';
import { drawn } from './exhaustion.ts';
import { promises } from './promise.ts';
import type { Reading } from './reading.ts';

/** Requests of ours, refused ones too, that may have lain in the rolling window before the probe. */
export function possiblyInWindow({ own, windowMs }: Evidence, probe: Reading): number {
  return own.filter(
    (other) => other !== probe && other.received >= probe.sent - windowMs && other.sent < probe.received,
  ).length;
}

/** Reset as the moment at which the oldest request leaves is the moment that Retry-After names too. */
export function namesTheOldest(evidence: Evidence): boolean {
  const { clock } = evidence;
  return promises(evidence, evidence.refusals).every(({ refusal, due }) => {
    const reset = (refusal.reset ?? 0) * 1_000;
    // Retry-After may be rounded up and padded by a second, and counts from the receipt; Reset may be rounded either way.
    const late = reset - due - clock.to;
    const early = due + clock.from - reset;
    return late <= 1_000 && early <= 3_000 + refusal.received - refusal.sent;
  });
}

/** Requests that had left the rolling window by the time the probe was answered. */
export function backAtReset(evidence: Evidence, probe: Reading): number {
  return drawn(evidence).filter(({ sent }) => sent <= probe.received - evidence.windowMs).length;
}
