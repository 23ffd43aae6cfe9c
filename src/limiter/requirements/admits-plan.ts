import { type Finding, holds, type Outcome, undecided } from '../../rules/outcome.ts';
import { mostWithin } from '../evidence/counting.ts';
import { dayAnswers } from '../evidence/day.ts';
import { finding, inSeconds } from '../evidence/describe.ts';
import { type Evidence, flood, inPhase, least, most } from '../evidence/evidence.ts';
import { drawn, SPARE } from '../evidence/exhaustion.ts';
import { dayOnly, otherPlanShown, showsDay } from '../evidence/policy.ts';
import { isList, isRefused, isUnanswered, type Reading } from '../evidence/reading.ts';
import { foreignSeen, remainingAccount } from '../evidence/remaining.ts';
import { withoutEdge } from '../evidence/window.ts';

/** limit.admits-plan: no 429 that no reading of "N per minute" allows. */
export function judgeAdmission(evidence: Evidence): Outcome {
  const { limit, windowMs } = evidence;
  const lists = drawn(evidence);
  const subjects = lists.length;
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  if (inPhase(evidence.minute, 'burst').length === 0)
    return undecided('no burst was sent: the limit was not pushed', subjects);
  const short = shortfall(evidence);
  if (short !== undefined && short.missing > 0) return explain(evidence, short);
  if (!withoutEdge(evidence, lists))
    return undecided(
      `a window edge may lie inside the burst: N in one window is not proven${dayOnly(evidence)}`,
      subjects,
    );
  const within = mostWithin(lists, windowMs);
  if (within.count >= limit) return holds(subjects);
  const lost = flood(evidence).filter(isUnanswered).length;
  if (lost > 0)
    return undecided(`${within.count} of ${limit} seen admitted in one window, ${lost} unanswered`, subjects);
  return undecided(`${within.count} of ${limit} certainly admitted within one window`, subjects);
}

interface Shortfall {
  readonly refusals: readonly Reading[];
  /** Requests that may have come before the first refusal, in two windows: a counter of two cells looks back so far. */
  readonly before: number;
  readonly missing: number;
}

/** Whichever refusal came first, nothing but these requests can have come before it. */
function shortfall(evidence: Evidence): Shortfall | undefined {
  // All of them: one that is left out would look like a request that may have been admitted before the first refusal.
  const refusals = inPhase(evidence.minute, 'burst', 'top-up', 'second-key').filter(
    (reading) => isRefused(reading) && isList(reading),
  );
  if (refusals.length === 0) return undefined;
  const from = least(refusals.map(({ sent }) => sent)) - 2 * evidence.windowMs;
  const to = most(refusals.map(({ received }) => received));
  const earlier = evidence.own.filter(
    ({ sent, received, fate }) => sent <= to && (received >= from || fate === 'unanswered'),
  );
  const known = new Set(refusals);
  if (earlier.some((reading) => isRefused(reading) && !known.has(reading) && reading.received < to)) return undefined;
  const before = earlier.filter((reading) => !isRefused(reading)).length;
  return { refusals, before, missing: evidence.limit - before };
}

function explain(evidence: Evidence, short: Shortfall): Outcome {
  const { limit } = evidence;
  const subjects = drawn(evidence).length;
  const said = `refused after at most ${short.before} of ${limit} requests`;
  const other = otherPlanShown(evidence);
  if (other !== undefined)
    return undecided(
      `${said}, and Limit is that of the plan ${other}: a key of another plan, or a wrong limiter`,
      subjects,
    );
  if (dayAnswers(evidence)) return undecided(`${said}, but the day's limit seems to have answered`, subjects);
  const contradiction = ownWords(evidence, short);
  if (contradiction !== undefined) return { kind: 'broken', findings: [contradiction], subjects };
  const account = remainingAccount(evidence);
  if (account === undefined)
    return undecided(`${said}; without Remaining nothing shows that nobody else used the key`, subjects);
  // Requests of others that must have come unseen after the lowest Remaining of ours.
  const unseen = account.lowest - 1 - evidence.unanswered.length;
  if (unseen > SPARE && short.missing > SPARE + foreignSeen(evidence)) {
    const span = inSeconds(most(short.refusals.map(({ received }) => received)) - (drawn(evidence)[0]?.sent ?? 0));
    return {
      kind: 'broken',
      findings: [
        finding(
          `${said}, ${span} after the first: the limiter itself had just said Remaining ${account.lowest}`,
          `${limit} requests admitted in ${evidence.experiment.windowSeconds} s`,
          `${subjects} admitted, then 429`,
          [short.refusals[0]],
        ),
      ],
      subjects,
    };
  }
  const why =
    foreignSeen(evidence) > 0
      ? `Remaining skipped ${foreignSeen(evidence)}: somebody else uses this key`
      : 'the limiter admits too few, or somebody else used the key';
  return undecided(`${said}: ${why}`, subjects);
}

/** The limiter's own numbers contradict the refusal: a Limit below the plan's, or Remaining above nothing. */
function ownWords(evidence: Evidence, { refusals, before }: Shortfall): Finding | undefined {
  const { limit, experiment } = evidence;
  const low = refusals.find(
    (refusal) => refusal.limit !== undefined && refusal.limit < limit && refusal.limit !== experiment.perDay,
  );
  if (low !== undefined)
    return finding(
      `refused after at most ${before} requests, with X-RateLimit-Limit: ${low.limit}`,
      `${limit} requests admitted (plan ${experiment.plan})`,
      `a limit of ${low.limit}`,
      [low],
    );
  const left = refusals.find(
    (refusal) => refusal.limit === limit && (refusal.remaining ?? 0) > 0 && !showsDay(evidence, refusal),
  );
  if (left === undefined) return undefined;
  return finding(
    `refused after at most ${before} of ${limit} requests, though X-RateLimit-Remaining: ${left.remaining}`,
    `${limit} requests admitted`,
    `429 with ${left.remaining} left`,
    [left],
  );
}
