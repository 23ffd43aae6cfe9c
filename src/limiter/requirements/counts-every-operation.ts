import { because, brokenUnless, found, holds, type Outcome, undecided } from '../../rules/outcome.ts';
import { type Evidence, inPhase } from '../evidence/evidence.ts';
import { refillExcluded } from '../evidence/exhaustion.ts';
import { showsDay } from '../evidence/policy.ts';
import { isAdmitted, type Reading } from '../evidence/reading.ts';

/**
 * rate.counts-every-operation, of a key whose limit is exhausted: before the burst, each operation is sent twice, one after the other.
 *
 *   sent  list           ──► 200, Remaining 57
 *   sent  create, create ──► 400, 400, Remaining 56, 55   passed: each draws one
 *   sent  create, create ──► 400, 400, Remaining 55, 53   failed, if a confirmation attempt shows it again: each draws two
 *   sent  create, create ──► 400, 400, Remaining 57, 57   failed, likewise: they draw none
 */
export function judgeDraws(evidence: Evidence): Outcome {
  const probes = inPhase(evidence.minute, 'each-operation');
  const last = inPhase(evidence.minute, 'calibrate', 'second-key').at(-1);
  const [first] = probes;
  // The second key comes in between: limit.keys-independent judges whether it draws on the same counter.
  const isBetween = evidence.secondKey.some(({ sent }) => sent >= (last?.sent ?? 0) && sent < (first?.sent ?? 0));
  const before = isBetween ? first : last;
  if (before === undefined || probes.length === 0) return undecided(because('operations-not-sent'));
  const chain = [before, ...probes.filter((probe) => probe !== before)];
  if (chain.some((reading) => !isAdmitted(reading) || reading.remaining === undefined || showsDay(evidence, reading)))
    return undecided(because('operations-without-remaining'), probes.length);
  if (chain.some(({ reset = 0 }) => Math.abs(reset - (before.reset ?? 0)) * 1_000 >= evidence.windowMs - 2_000))
    return undecided(because('window-edge-in-burst'), probes.length);
  const odd = [...new Set(probes.map(({ operation }) => operation))].flatMap((operation) => {
    const of = chain.filter((reading) => reading.operation === operation && reading !== before);
    const draw = drawOf(evidence, chain, of);
    return draw === undefined ? [] : [{ operation, ...draw, shown: of }];
  });
  const [worst] = odd;
  if (worst === undefined) return holds(probes.length);
  const { operation, fall, count, shown } = worst;
  const cause = because(fall > count ? 'other-requests' : 'restart-or-set-clock', { requests: fall - count });
  return brokenUnless(cause, found('operation-draw', { operation, fall, count }, ...shown), probes.length);
}

/** By how much Remaining fell over these, unless a refill or one per request explains it. */
function drawOf(evidence: Evidence, chain: readonly Reading[], of: readonly Reading[]) {
  const [first] = of;
  const last = of.at(-1);
  const before = first === undefined ? undefined : chain[chain.indexOf(first) - 1];
  if (before === undefined || last === undefined) return undefined;
  const fall = (before.remaining ?? 0) - (last.remaining ?? 0);
  const back = refillExcluded(evidence) ? 0 : Math.ceil((last.received - before.sent) * evidence.perMs);
  return fall > of.length || fall < of.length - back ? { fall, count: of.length } : undefined;
}
