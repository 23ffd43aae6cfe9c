import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import type { Trace } from '../../exchange/trace.ts';
import { requestName } from '../../spec/operations.ts';
import { nested } from '../../text/template.ts';
import {
  because,
  type Finding,
  holds,
  type Outcome,
  outcomeOf,
  type Reason,
  undecided,
  unsettled,
} from '../outcome.ts';
import { violation } from '../rule.ts';
import { groupsOf } from './pairs.ts';
import { isOnKey, readRate } from './reading.ts';
import { fallOver, type Volley, volleyOf } from './volley.ts';

/** A volley with fewer responses proves nothing. */
const MANY = 8;
/** This many requests of another client may come between ours. */
const OTHERS = 3;

/** If sequential requests show nothing, simultaneous ones do: Remaining falls even if the limiter refills fast. */
export function countsTogether(trace: Trace, reason: Reason): Outcome {
  const volley = volleyOf(trace);
  if (volley === undefined) return attemptTogether(trace, reason);
  const own = volley.answers.filter(({ operation }) => operation === volley.before.operation);
  if (counts(volley, own) || counts(volley, volley.answers)) return holds(volley.answers.length);
  const { fall, least } = fallOver(volley, own);
  // A refill in steps may come in between, but half of many requests are on one side of it.
  const standsStill = volley.answers.length >= MANY && fallOver(volley, volley.answers).spread <= 1;
  if (least < 1 || fall < 0 || fall >= least || !standsStill) return undecided(reason, volley.answers.length);
  return outcomeOf([standsTogether(volley, own)], volley.answers.length);
}

function standsTogether(volley: Volley, answers: readonly Answered[]): Finding {
  const { before, refill } = volley;
  const requests = [...new Set(answers.map(({ operation }) => requestName(operation)))].join(' and ');
  const { fall } = fallOver(volley, answers);
  const shown = { fall, sent: answers.length, refill, counted: before.operation, requests };
  const exchanges = [before, ...answers].map(({ seq }) => seq);
  return { ...violation(before, 'remaining-stands-together', shown), exchanges };
}

/**
 * A limiter that draws more than one per request also does so for simultaneous requests. Another client that waits for
 * each response, as this run does, cannot keep up with them: two runs of one key, on two machines.
 */
export function drawsMoreTogether(trace: Trace, findings: readonly Finding[], subjects: number): Outcome {
  const reason = because('alternating-client', { violation: findings.slice(0, 1).map(nested) });
  const volley = volleyOf(trace);
  if (volley === undefined) return attemptTogether(trace, reason);
  const admitted = volley.answers.filter(({ received }) => received.status !== 429);
  const { fall } = fallOver(volley, admitted);
  const sent = admitted.length;
  const isDoubled = fall >= 2 * sent - volley.refill - 1 && fall > sent + OTHERS;
  return isDoubled ? outcomeOf(findings, subjects) : undecided(reason, subjects);
}

/** Operations share a counter if Remaining falls by more than the requests of one of them. */
export function countsEveryTogether(trace: Trace, reason: Reason): Outcome {
  const volley = volleyOf(trace);
  if (volley === undefined) return attemptTogether(trace, reason);
  const own = volley.answers.filter(({ operation }) => operation === volley.before.operation);
  const isShown = leastDrawn(volley, volley.answers) > own.length && own.length < volley.answers.length;
  return isShown && counts(volley, volley.answers) ? holds(volley.answers.length) : undecided(reason, own.length);
}

/** By at least the number of responses, and at most the number of requests. */
function counts(volley: Volley, answers: readonly Answered[]): boolean {
  if (answers.length === 0) return false;
  const { fall } = fallOver(volley, answers);
  const least = leastDrawn(volley, answers);
  return least >= 1 && fall >= least && fall <= volley.exchanges.size;
}

/**
 * The draws that some responses show at least. A slow service may refill as much as they draw; but if each shows a Remaining of its own, and
 * none is skipped, each drew one.
 *
 *   before 999, then 16 at once in 0.9 s, which may refill 15: 998, 997, … 983   shows 15 draws
 *   before 999, then 16 at once in 0.9 s: 999, 998, 999, 999, …                  shows none
 */
function leastDrawn(volley: Volley, answers: readonly Answered[]): number {
  const { least, spread } = fallOver(volley, answers);
  const distinct = new Set(answers.map((answer) => readRate(answer).remaining)).size;
  const isOneEach = distinct >= answers.length - 1 && spread <= answers.length;
  return isOneEach ? Math.max(least, distinct - 1) : least;
}

/** The key has shown a Remaining, so simultaneous requests may show more. */
function attemptTogether({ exchanges }: Trace, reason: Reason): Outcome {
  const isCounted = exchanges.filter(isAnswered).some((one) => isOnKey(one) && (readRate(one).remaining ?? -1) >= 0);
  return isCounted ? unsettled(reason, 0, { together: true }) : undecided(reason);
}

/**
 * Simultaneous requests that draw less than one each: a limiter that reads the counter, and writes it later, loses some of them
 * (simultaneous-requests-count-once).
 *
 * ```text
 * Remaining 280, then 6 at once, then one more: 273     each draws one
 * Remaining 280, then 6 at once, then one more: 278     5 are lost
 * ```
 * A portion of the quota may have come back just then, so a volley has to show it, too.
 */
export function lostTogether(trace: Trace): Outcome | undefined {
  const short = groupsOf(trace).find(
    ({ fall, sent, seconds, perSecond, newWindow }) => !newWindow && fall < sent - Math.ceil(seconds * perSecond),
  );
  if (short === undefined) return undefined;
  const volley = volleyOf(trace);
  if (volley === undefined) {
    const { before, after, sent, fall } = short;
    const between = { before: before.seq, after: after.seq };
    return attemptTogether(trace, because('remaining-fell-less-together', { ...between, sent, fall }));
  }
  const { fall, least } = fallOver(volley, volley.answers);
  if (volley.answers.length < MANY || fall >= least / 2) return undefined;
  return outcomeOf([standsTogether(volley, volley.answers)], volley.answers.length);
}
