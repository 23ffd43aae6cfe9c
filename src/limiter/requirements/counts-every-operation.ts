import { groupBy } from '../../exchange/journal/group.ts';
import {
  because,
  brokenUnless,
  found,
  holds,
  notApplicable,
  type Outcome,
  type Reason,
  undecided,
} from '../../rules/outcome.ts';
import { requestName } from '../../spec/operations.ts';
import { type Evidence, inPhase } from '../evidence/evidence.ts';
import { refillExcluded } from '../evidence/exhaustion.ts';
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
  const prelude = inPhase(evidence.minute, 'calibrate', 'second-key', 'each-operation');
  const chain = prelude.slice(prelude.findLastIndex(({ phase }) => phase === 'calibrate'));
  const [first] = chain;
  const probes = inPhase(chain, 'each-operation');
  if (first === undefined || probes.length === 0) return notApplicable(because('operations-not-sent'));
  if (chain.some(({ reset = 0 }) => Math.abs(reset - (first.reset ?? 0)) * 1_000 >= evidence.windowMs - 2_000))
    return undecided(because('window-edge-in-burst'), probes.length);
  const draws = chain.slice(1).flatMap((after, index) => drawOf(evidence, chain[index] ?? first, after) ?? []);
  const odd = [...groupBy(draws, ({ after }) => after.operation)].flatMap(([operation, own]) => {
    const [fall, back] = [sumOf(own, 'fall'), Math.ceil(sumOf(own, 'back'))];
    const isOdd = fall > own.length || fall < own.length - back;
    return isOdd ? [{ operation, fall, count: own.length, shown: own.map(({ after }) => after) }] : [];
  });
  const [worst] = odd;
  if (worst === undefined) {
    const unshown = probes.find(({ operation }) => !draws.some(({ after }) => after.operation === operation));
    return unshown === undefined ? holds(draws.length) : undecided(whyUnshown(chain), probes.length);
  }
  const { operation, fall, count, shown } = worst;
  const cause = because(fall > count ? 'other-requests' : 'restart-or-set-clock', { requests: fall - count });
  const moved = fall === 0 ? 'did not change' : `${fall < 0 ? 'rose' : 'fell'} by ${Math.abs(fall)}`;
  const finding = found('operation-draw', { operation, request: requestName(operation), moved, count }, ...shown);
  return brokenUnless(cause, finding, probes.length);
}

interface Draw {
  readonly after: Reading;
  /** By how much Remaining fell; negative if it rose. */
  readonly fall: number;
  /** What a refill may have brought back meanwhile. */
  readonly back: number;
}

/**
 * What one request before the burst drew; undefined for a list, if either Remaining is of another limit or unknown, and if the second key
 * came in between: limit.keys-independent judges whether it draws on the same counter.
 */
function drawOf(evidence: Evidence, before: Reading, after: Reading): Draw | undefined {
  const isBetween = evidence.secondKey.some(({ sent }) => sent >= before.sent && sent < after.sent);
  if (after.phase !== 'each-operation' || isBetween || !isCounted(before) || !isCounted(after)) return undefined;
  if (before.limit !== after.limit) return undefined;
  const back = refillExcluded(evidence) ? 0 : (after.received - before.sent) * evidence.perMs;
  return { after, fall: shownBy(before) - shownBy(after), back };
}

/** Remaining of either limit: what draws on one draws on the other (`day-limit-shown`). */
const shownBy = ({ remaining, day }: Reading): number => remaining ?? day?.remaining ?? Number.NaN;
const isCounted = (reading: Reading): boolean => isAdmitted(reading) && !Number.isNaN(shownBy(reading));

/** Why no response shows what an operation draws. */
function whyUnshown(chain: readonly Reading[]): Reason {
  const other = chain.find((reading) => !isAdmitted(reading));
  if (other === undefined) return because('operations-without-remaining');
  return because('operation-not-admitted', { request: requestName(other.operation), status: other.status });
}

const sumOf = (draws: readonly Draw[], what: 'fall' | 'back') => draws.reduce((sum, draw) => sum + draw[what], 0);
