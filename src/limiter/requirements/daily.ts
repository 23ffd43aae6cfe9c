import { because, found, holds, notApplicable, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { mostAboveRate } from '../evidence/counting.ts';
import { type Evidence, inPhase, inSeconds, latest } from '../evidence/evidence.ts';
import { SPARE } from '../evidence/exhaustion.ts';
import { isAdmitted, isRefused } from '../evidence/reading.ts';

const DAY_MS = 86_400_000;

/**
 * limit.daily: the day's number is admitted and the next one refused.
 *
 *   paced below the minute's limit   sent  1000 lists ──► 200 each time
 *   then                             sent  2 lists    ──► 429, 429          passed, if they outlast two windows
 *   paced, without a new day         sent  2100 lists ──► 200 each time     failed
 */
export function judgeDaily(evidence: Evidence): Outcome {
  const { experiment, own } = evidence;
  const daily = inPhase(own, 'daily');
  if (daily.length === 0) return notApplicable(because('option-not-given', { option: '--daily' }));
  const admitted = own.filter(isAdmitted);
  const counted = { admitted: admitted.length, perDay: experiment.perDay };
  const perMs = experiment.perDay / DAY_MS;
  const above = mostAboveRate(admitted, perMs);
  const bound = experiment.perDay + Math.ceil((above.to - above.from) * perMs);
  // One Reset is one day; without it, another day may have begun in between.
  const reset = daily[0]?.day?.reset;
  const sameDay = reset === undefined ? 0 : admitted.filter(({ day }) => day?.reset === reset).length;
  if (above.count > 2 * bound || (above.count > bound && sameDay > bound))
    return outcomeOf(
      [
        found(
          'day-quota-exceeded',
          { count: above.count, span: inSeconds(above.to - above.from), bound },
          ...daily.slice(0, 1),
          ...daily.slice(-1),
        ),
      ],
      admitted.length,
    );
  if (!experiment.complete) return undecided(because('experiment-incomplete'), daily.length);
  const refused = daily.filter(isRefused);
  const last = latest(refused, ({ sent }) => sent);
  const persists =
    last !== undefined &&
    admitted.every(
      ({ received }) => received < last.sent - 2 * evidence.windowMs || received < (refused[0]?.sent ?? 0),
    );
  if (last === undefined) return undecided(because('day-never-refused', counted), daily.length);
  const day =
    refused.some(({ day }) => day?.remaining === 0) ||
    (persists && last.sent - (refused[0]?.sent ?? 0) > 2 * evidence.windowMs);
  if (!day) return undecided(because('refusals-not-of-day'), daily.length);
  // Up to the bound it is a day that refills continuously.
  if (above.count > bound) return undecided(because('day-may-have-ended', counted), daily.length);
  if (admitted.length + SPARE < experiment.perDay) return undecided(because('key-used-today', counted), daily.length);
  return holds(admitted.length);
}
