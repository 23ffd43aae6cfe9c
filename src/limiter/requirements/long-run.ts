import type { Exchange } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import { holds, notApplicable, type Outcome, observed, outcomeOf, undecided } from '../../rules/outcome.ts';
import { mostAboveRate } from '../evidence/counting.ts';
import { finding, inSeconds, plural } from '../evidence/describe.ts';
import { type Evidence, gather, inPhase, latest } from '../evidence/evidence.ts';
import { SPARE } from '../evidence/exhaustion.ts';
import { showsDay } from '../evidence/policy.ts';
import { isAdmitted, isRefused, isUnanswered, type Reading, type Refusal } from '../evidence/reading.ts';
import { certainlyWhole } from '../evidence/whole-back.ts';
import type { Experiment } from '../experiment.ts';

const DAY_MS = 86_400_000;

/** limit.sustained: requests paced at N per window draw no 429. */
export function judgeSustained(evidence: Evidence): Outcome {
  const paced = inPhase(evidence.own, 'sustain');
  if (paced.length === 0) return notApplicable('only tested with --sustain', 'option-not-given');
  const refused = paced.filter(isRefused);
  const [worst] = refused
    .map((refusal) => ({ refusal, counted: mostCounted(evidence, refusal), others: othersBefore(evidence, refusal) }))
    .sort((one, other) => one.counted + one.others - other.counted - other.others);
  if (worst !== undefined) {
    const { refusal, counted, others } = worst;
    if (evidence.limit - counted - others <= SPARE) {
      const cause =
        others === 0
          ? 'unevenly paced, or somebody else uses the key'
          : `somebody else uses the key: Remaining fell by ${others} more`;
      return undecided(`refused with up to ${counted} of ${evidence.limit} in a window: ${cause}`, paced.length);
    }
    return outcomeOf(
      [
        finding(
          `paced at the plan's rate, ${plural(refused.length, 'request')} of ${paced.length} refused, one of them with at most ${counted} in a window`,
          `no 429 below ${evidence.limit} a window`,
          '429',
          [refusal],
        ),
      ],
      paced.length,
    );
  }
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', paced.length);
  const span = (paced.at(-1)?.sent ?? 0) - (paced[0]?.sent ?? 0);
  const admitted = paced.filter(isAdmitted).length;
  const wanted = 0.98 * Math.min(1, span / evidence.windowMs) * evidence.limit;
  if (span < 0.9 * evidence.windowMs)
    return undecided(`paced for ${inSeconds(span)} only: not a whole window`, paced.length);
  if (admitted < wanted || admitted < paced.length - Math.max(1, paced.length / 100))
    return undecided(
      `${admitted} of ${paced.length} paced requests admitted: too few to say that the plan's rate holds`,
      paced.length,
    );
  return holds(paced.length);
}

/** Where the window may lie, in parts of its length. */
const PARTS = 10;

/**
 * What any limiter may have counted when it refused: the requests of a window wherever that lies, and of the one before it the part
 * that a counter of two cells still holds. Refusals count, too, unless it was seen that they do not.
 */
function mostCounted(evidence: Evidence, refusal: Refusal): number {
  const { own, windowMs } = evidence;
  const free = refusedForFree(evidence);
  const before = own.filter(
    (other) => other !== refusal && other.sent <= refusal.received && !(isRefused(other) && free),
  );
  const since = (from: number, to: number) =>
    before.filter(({ sent, received }) => received >= refusal.sent - from && sent <= refusal.sent - to).length;
  return Math.floor(
    Math.max(
      ...Array.from({ length: PARTS }, (_, part) => {
        const begun = (part / PARTS) * windowMs;
        return since(begun, -Infinity) + (1 - part / PARTS) * since(begun + windowMs, begun);
      }),
    ),
  );
}

/**
 * Requests of somebody else, as far as Remaining fell by more than our own in the two windows before the refusal. That it is 0 in the
 * refusal itself tells nothing: so it has to be, whatever is wrong with the limiter.
 */
function othersBefore({ own, windowMs }: Evidence, { sent, limit }: Refusal): number {
  const before = own.filter((other) => !isRefused(other) && other.received < sent && other.sent >= sent - 2 * windowMs);
  const shown = before.flatMap(({ limit: of, remaining }, index) =>
    of === limit && remaining !== undefined ? [{ remaining, index }] : [],
  );
  const last = shown.at(-1);
  if (last === undefined) return 0;
  return Math.max(...shown.map(({ remaining, index }) => remaining - last.remaining - (last.index - index)));
}

/** The whole limit was back less than a window after a refusal: so that did not count. */
const refusedForFree = oncePer((evidence: Evidence): boolean =>
  inPhase(evidence.admittedLists, 'recovery-retry-after', 'recovery-reset').some(
    (probe) =>
      certainlyWhole(evidence, probe) &&
      evidence.ownRefusals.some(({ sent }) => sent < probe.sent && sent > probe.received - evidence.windowMs),
  ),
);

/** limit.daily: the day's number is admitted and the next one refused. */
export function judgeDaily(evidence: Evidence): Outcome {
  const { experiment, own } = evidence;
  const daily = inPhase(own, 'daily');
  if (daily.length === 0) return notApplicable('only tested with --daily', 'option-not-given');
  const admitted = own.filter(isAdmitted);
  const perMs = experiment.perDay / DAY_MS;
  const above = mostAboveRate(admitted, perMs);
  const bound = experiment.perDay + Math.ceil((above.to - above.from) * perMs);
  // One Reset is one day; without it, another day may have begun in between.
  const reset = daily[0]?.reset;
  const sameDay =
    reset === undefined
      ? 0
      : admitted.filter((reading) => showsDay(evidence, reading) && reading.reset === reset).length;
  if (above.count > 2 * bound || (above.count > bound && sameDay > bound))
    return outcomeOf(
      [
        finding(
          `${above.count} admitted within ${inSeconds(above.to - above.from)}`,
          `at most ${bound} of a day`,
          String(above.count),
          [daily[0], daily.at(-1)],
        ),
      ],
      admitted.length,
    );
  if (!experiment.complete) return undecided('the journal of the experiment is not whole', daily.length);
  const refused = daily.filter(isRefused);
  const last = latest(refused, ({ sent }) => sent);
  const persists =
    last !== undefined &&
    admitted.every(
      ({ received }) => received < last.sent - 2 * evidence.windowMs || received < (refused[0]?.sent ?? 0),
    );
  if (last === undefined)
    return undecided(
      `${admitted.length} admitted of ${experiment.perDay} a day, none refused: a new day may have begun in between`,
      daily.length,
    );
  const day =
    refused.some((refusal) => showsDay(evidence, refusal) && refusal.remaining === 0) ||
    (persists && last.sent - (refused[0]?.sent ?? 0) > 2 * evidence.windowMs);
  if (!day) return undecided("the refusals are not shown to be the day's", daily.length);
  // Up to the bound it is a day that refills continuously.
  if (above.count > bound)
    return undecided(`${admitted.length} admitted, then refused: the day may have ended in between`, daily.length);
  if (admitted.length + SPARE < experiment.perDay)
    return undecided(
      `refused for the day after ${admitted.length} of ${experiment.perDay}: the key was used before, today?`,
      daily.length,
    );
  return holds(admitted.length);
}

/** limit.ban: what happens to a key that keeps sending after 429. */
export function observeBan({ own }: Evidence): Outcome {
  const sent = inPhase(own, 'ban');
  if (sent.length === 0) return notApplicable('only tested with --ban', 'option-not-given');
  const change = sent.find((reading: Reading) => !isRefused(reading) && !isAdmitted(reading) && !isUnanswered(reading));
  const [afterWait] = inPhase(own, 'recovery-retry-after');
  return observed(
    {
      sent: sent.length,
      banned: change !== undefined,
      afterRefusals: own.filter((reading) => isRefused(reading) && reading.sent < (change?.sent ?? Infinity)).length,
      status: change?.status ?? null,
      unanswered: sent.filter(isUnanswered).length,
      servedAgain: sent.some(isAdmitted) || (afterWait === undefined ? null : isAdmitted(afterWait)),
      statusAfterRetryAfter: afterWait?.status ?? null,
    },
    sent.length,
  );
}

/** Experiments with a key that is used for nothing else. */
export const judgeDay = (experiment: Experiment<Iterable<Exchange>>): Outcome => judgeDaily(gather(experiment));
export const judgeBan = (experiment: Experiment<Iterable<Exchange>>): Outcome => observeBan(gather(experiment));
