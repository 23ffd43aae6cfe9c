import { isIntermediary } from '../../exchange/index.ts';
import { brokenUnless, holds, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { banSuspected } from '../evidence/day.ts';
import { finding, plural } from '../evidence/describe.ts';
import { type Evidence, inPhase, most } from '../evidence/evidence.ts';
import { drawn } from '../evidence/exhaustion.ts';
import { isList, isRefused, isUnanswered, type Reading } from '../evidence/reading.ts';

/** Non-429 answers above the limit that no single mishap explains. */
const MISHAPS = 1;

/** limit.status: rule 3, the refusal is 429. */
export function judgeStatus(evidence: Evidence): Outcome {
  const above = inPhase(evidence.minute, 'burst', 'top-up', 'operations', 'half-window', 'before-reset').filter(
    ({ fate }) => fate !== 'admitted',
  );
  const refused = above.filter(isRefused);
  const turned = above.filter((reading) => reading.fate === 'turned-away' && !belowLimit(evidence, reading));
  const lost = above.filter((reading) => isUnanswered(reading) && !belowLimit(evidence, reading));
  const subjects = refused.length + turned.length;
  const banned = turned.filter(({ status }) => status === 401 || status === 403);
  const other = refused.length === 0 ? turned : turned.filter((reading) => !banned.includes(reading));
  if (other.length > MISHAPS)
    return outcomeOf(
      [
        finding(
          `${drawn(evidence).length} admitted, then ${plural(other.length, 'request')} answered ${statuses(other)} (${refused.length} with 429)`,
          '429 above the limit',
          statuses(other),
          other,
        ),
      ],
      subjects,
    );
  // One lost answer is a mishap; a dropped connection for every request above the limit is a refusal. Below it, a restart explains it.
  if (refused.length === 0 && lost.length > 3 && drawn(evidence).length >= evidence.limit)
    return dropped(evidence, lost);
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  if (refused.length === 0)
    return undecided(`nothing was answered 429 (${turned.length} otherwise, ${lost.length} not at all)`, subjects);
  if (other.length > 0)
    return undecided(`${statuses(other)} once above the limit, beside ${refused.length} times 429`, subjects);
  if (banSuspected(evidence) && !banned.some(isList))
    return undecided(`${statuses(banned)} after 429, not for lists: a ban (rule 5)?`, subjects);
  return holds(subjects);
}

/** A service that crashed just then, and came back without its counters or not at all, looks like one that drops connections. */
function dropped(evidence: Evidence, lost: readonly Reading[]): Outcome {
  const found = finding(
    `${drawn(evidence).length} admitted, then ${lost.length} requests without an answer and none with 429`,
    '429 above the limit',
    'no answer',
    lost,
  );
  const until = most(lost.map(({ received }) => received));
  const back = evidence.minute.find((reading) => reading.sent > until && !isUnanswered(reading));
  const over = (drawn(evidence)[0]?.sent ?? 0) + evidence.windowMs;
  const crashed = back === undefined || (back.sent < over && (back.remaining ?? 0) >= evidence.limit - 1);
  return crashed ? brokenUnless('a crash of the service', found, lost.length) : outcomeOf([found], lost.length);
}

/** No refusal: by its own words something was left, or a list that was sent afterwards was admitted. */
function belowLimit(evidence: Evidence, reading: Reading): boolean {
  if ((reading.remaining ?? 0) > 0) return true;
  return inPhase(evidence.admittedLists, 'burst', 'top-up').some(({ sent }) => sent >= reading.received);
}

const statuses = (readings: readonly Reading[]): string =>
  [...new Set(readings.map(({ status }) => status))].sort().join(', ');

/** limit.no-server-error: no 5xx while the limit is pushed. */
export function judgeServerErrors(evidence: Evidence): Outcome {
  const answered = evidence.own.filter((reading) => !isUnanswered(reading)).length;
  const failed = evidence.own.filter(({ status }) => status >= 500);
  const own = failed.filter(({ exchange }) => exchange !== undefined && !isIntermediary(exchange.received));
  if (own.length > 0)
    return outcomeOf(
      [finding(`${plural(own.length, 'answer')} of ${answered} with ${statuses(own)}`, 'no 5xx', statuses(own), own)],
      answered,
    );
  if (failed.length > 0)
    return undecided(
      `${statuses(failed)} ${plural(failed.length, 'time')}, from a proxy or balancer before the service`,
      answered,
    );
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', answered);
  const pushed = ['burst', 'sustain', 'daily'];
  if (!evidence.own.some((reading) => pushed.includes(reading.phase) && !isUnanswered(reading)))
    return undecided('no burst was answered: the limit was not pushed', answered);
  return holds(answered);
}
