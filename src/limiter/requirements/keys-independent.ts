import { because, found, holds, notApplicable, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { type Evidence, flood, inPhase } from '../evidence/evidence.ts';
import { exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { isAdmitted, isRefused, type Reading } from '../evidence/reading.ts';
import { oursBetween } from '../evidence/whole-back.ts';

/**
 * limit.keys-independent: of requests A, B, A, B, two counters each fall by 1 per key, and a shared counter falls by 2.
 *
 *   sent  A, B, A, B ──► Remaining 58, 59, 57, 58   passed
 *   sent  A, B, A, B ──► Remaining 58, 57, 56, 55   failed: one counter
 *   sent  60 × A     ──► A is exhausted
 *   sent  B          ──► 200, Remaining 58          passed, if A is refused again afterwards, or shows Remaining 2
 *   sent  B          ──► 429, Remaining 57          failed: B has quota of its own left
 */
export function judgeKeys(evidence: Evidence): Outcome {
  if (evidence.experiment.secondKey === undefined)
    return notApplicable(because('option-not-given', { option: '--second-key' }));
  const second = evidence.secondKey;
  if (second.length === 0) return undecided(because('nothing-with-second-key'));
  const spared = afterExhaustion(evidence);
  if (spared !== undefined) return holds(second.length);
  const refused = refusedAfterExhaustion(evidence);
  if (refused !== undefined && (refused.remaining ?? 0) > SPARE)
    return outcomeOf([found('second-key-refused', { remaining: refused.remaining ?? 0 }, refused)], second.length);
  const [a0, a1] = inPhase(evidence.minute, 'second-key').slice(-2);
  // A third one is sent when the first key is exhausted.
  const [b0, b1] = second;
  const chain = [a0, b0, a1, b1].flatMap((reading) =>
    reading?.remaining === undefined || !isAdmitted(reading) ? [] : [reading],
  );
  if (chain.length < 4) return undecided(because('keys-in-turn-incomplete'), second.length);
  const values = chain.map(({ remaining = 0 }) => remaining);
  // Four values that fall one by one need one counter, or 3 requests of other clients.
  if (values.every((value, index) => index === 0 || value === (values[index - 1] ?? 0) - 1))
    return outcomeOf([found('keys-share-counter', { values }, ...chain)], chain.length);
  const [ra0 = 0, rb0 = 0, ra1 = 0, rb1 = 0] = values;
  const back = refilledBetween(evidence, chain);
  // A value that does not fall shows a new window or a refill between the two (`twice-the-limit`).
  const ownFalls = ra0 - ra1 === 1 && rb0 - rb1 === 1;
  // A shared counter falls with each of the four requests, except for a refill.
  const commonFall = ra0 - rb1 >= 3 - back && rb0 <= ra0 - 1 + back;
  if (ownFalls && (back === 0 || (!commonFall && rb0 !== ra0 - 1)))
    return refused === undefined ? holds(chain.length) : undecided(because('second-key-refused-too'), chain.length);
  return undecided(because('keys-in-turn-unclear', { values }), chain.length);
}

function refilledBetween(evidence: Evidence, chain: readonly Reading[]): number {
  const elapsed = (chain.at(-1)?.received ?? 0) - (chain[0]?.sent ?? 0);
  return refillExcluded(evidence) ? 0 : Math.ceil(elapsed * evidence.perMs);
}

/** The second key is refused, too, when the first one is exhausted. */
function refusedAfterExhaustion(evidence: Evidence): Reading | undefined {
  const refusal = exhausted(evidence);
  return evidence.secondKey.find((reading) => isRefused(reading) && reading.sent > (refusal?.received ?? Infinity));
}

/** The direct proof: the service admitted the second key when the first one was exhausted, and no refill explains it. */
function afterExhaustion(evidence: Evidence): Reading | undefined {
  const refusal = exhausted(evidence);
  if (refusal === undefined) return undefined;
  return evidence.secondKey.find((reading) => {
    if (!isAdmitted(reading) || reading.sent < refusal.received) return false;
    const later = evidence.minute.filter((other) => other.sent >= reading.received);
    const refused = later.find(isRefused);
    const next = later.find((other) => isRefused(other) || other.remaining !== undefined);
    return (
      (next !== undefined && fellByMore(evidence, reading, next)) ||
      (refused !== undefined && noneCameBack(evidence, reading))
    );
  });
}

/** Until the first key's next response, Remaining fell by more than all requests, ours and others': two counters (`window-two-cells`). */
function fellByMore(evidence: Evidence, reading: Reading, next: Reading): boolean {
  const left = isRefused(next) ? 0 : (next.remaining ?? 0);
  return (reading.remaining ?? 0) - left - 1 > SPARE + oursBetween(evidence, reading, next);
}

/** Neither a refill nor a rolling window gave a slot back (`day-limit-shown`). */
const noneCameBack = (evidence: Evidence, { received }: Reading): boolean =>
  refillExcluded(evidence) && received < (flood(evidence)[0]?.sent ?? 0) + evidence.windowMs;
