import { type Answered, isAnswered, type Trace } from '../../exchange/index.ts';
import { type Finding, holds, type Outcome, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { describe } from '../rule.ts';
import { isOnKey, readRate, serverSecond } from './reading.ts';
import { fallOver, type Volley, volleyOf } from './volley.ts';

/** Rounding of Reset and of Date, one second each. */
const ROUNDING = 2;

/** A window that ends in so many seconds may end during the second look. */
const NEAR = 8;

const MANY = 8;
/** So many of somebody else may fall among ours. */
const STRANGERS = 3;

/** Where answers one after the other say nothing, requests at the same time do: Remaining falls by each of them, however fast the limiter refills. */
export function countsTogether(trace: Trace, reason: string): Outcome {
  const volley = volleyOf(trace);
  if (volley === undefined) return lookTogether(trace, reason);
  const own = volley.answers.filter(({ operation }) => operation === volley.before.operation);
  if (counts(volley, own) || counts(volley, volley.answers)) return holds(volley.answers.length);
  const { fall, least } = fallOver(volley, own);
  // A refill in steps may come in between, but half of many requests lie on one side of it.
  const standsStill = volley.answers.length >= MANY && fallOver(volley, volley.answers).spread <= 1;
  if (least < 1 || fall < 0 || fall >= least || !standsStill) return undecided(reason, volley.answers.length);
  const finding = {
    message: `Remaining after ${own.length} ${volley.before.operation} requests at the same time, from ${describe(volley.before)}`,
    expected: `a fall of ${own.length} (at most ${volley.refill} may have come back meanwhile)`,
    actual: `a fall of ${fall}`,
    exchanges: [volley.before.seq, ...own.map(({ seq }) => seq)],
  };
  return outcomeOf([finding], volley.answers.length);
}

/**
 * A limiter that draws more than one for each request does so for requests at the same time, too; somebody else, who waits for each
 * answer as we do, cannot keep up with them.
 */
export function drawsMoreTogether(trace: Trace, findings: readonly Finding[], subjects: number): Outcome {
  const [found] = findings;
  const reason = `${found?.message ?? ''}: somebody else whose requests alternate with ours would explain it`;
  const volley = volleyOf(trace);
  if (volley === undefined) return lookTogether(trace, reason);
  const admitted = volley.answers.filter(({ received }) => received.status !== 429);
  const { fall } = fallOver(volley, admitted);
  const sent = admitted.length;
  const isDoubled = fall >= 2 * sent - volley.refill - 1 && fall > sent + STRANGERS;
  return isDoubled ? outcomeOf(findings, subjects) : undecided(reason, subjects);
}

/** Over all operations of a volley together Remaining falls by more than one of them was sent: they draw on one counter. */
export function countsEveryTogether(trace: Trace, reason: string): Outcome {
  const volley = volleyOf(trace);
  if (volley === undefined) return lookTogether(trace, reason);
  const own = volley.answers.filter(({ operation }) => operation === volley.before.operation);
  const isTold = fallOver(volley, volley.answers).least > own.length && own.length < volley.answers.length;
  return isTold && counts(volley, volley.answers) ? holds(volley.answers.length) : undecided(reason, own.length);
}

/** By at least what was answered, and by no more than was sent. */
function counts(volley: Volley, answers: readonly Answered[]): boolean {
  if (answers.length === 0) return false;
  const { fall, least } = fallOver(volley, answers);
  return least >= 1 && fall >= least && fall <= volley.exchanges.size;
}

/** Near the end of a window a fall may be that of the next one, so a look at its end is waited for where that is near enough. */
function lookTogether({ exchanges }: Trace, reason: string): Outcome {
  const last = exchanges
    .filter(isAnswered)
    .findLast((exchange) => isOnKey(exchange) && (readRate(exchange).remaining ?? -1) >= 0);
  const { reset, limit } = last === undefined ? {} : readRate(last);
  if (last === undefined || limit === undefined) return undecided(reason);
  const rest = reset === undefined ? 0 : reset - (serverSecond(last) ?? last.received.at / 1000) + ROUNDING;
  const isNear = rest > 0 && rest <= NEAR;
  return unsettled(reason, 0, { together: true, ...(isNear ? { notBefore: last.received.at + rest * 1000 } : {}) });
}
