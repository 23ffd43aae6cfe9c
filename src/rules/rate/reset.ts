import type { Answered, Trace } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { type Finding, observed, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { isOnKey, isStored, rateValues, readRate, serverSecond, windowOf } from './reading.ts';
import { resetUnit } from './reset-unit.ts';

/** Rounding that the document leaves free: Reset floored, rounded, ceiled or padded by a second, and a Date that a server renews once a second. */
const ROUNDING = 2;

/** A 401 may show anybody's limit, the day's among them. Date is written when the answer leaves, Reset when the request came. */
const DAY = 86_400;

/** Rule 2, the unit: told by magnitude (a delta is below 10^7, seconds since 1970 have ten digits, milliseconds thirteen). */
export const resetUnixSeconds: Rule = each(
  (exchange) => isOfService(exchange) && rateValues(exchange)[HEADERS.reset].length > 0,
  (exchange) => {
    const { reset } = readRate(exchange);
    const unit = reset === undefined ? undefined : resetUnit(reset);
    if (unit === 'seconds') return undefined;
    const actual = `${rateValues(exchange)[HEADERS.reset][0]}, ${unit === undefined ? 'which is no number' : READS_AS[unit]}`;
    return { message: `${describe(exchange)}: ${HEADERS.reset}`, expected: 'seconds since 1970 (ten digits)', actual };
  },
);

const READS_AS = {
  delta: 'which reads as seconds from now',
  unreadable: 'which is before 2001',
  milliseconds: 'which reads as milliseconds',
  microseconds: 'which reads as microseconds',
} as const satisfies Record<Exclude<ReturnType<typeof resetUnit>, 'seconds'>, string>;

/** Rule 2, the range: between now and one window ahead, by the server's own clock. Without a Date only our own clock is there: then a miss is inconclusive. */
export const resetInWindow: Rule = (evidence, trace) => {
  const subjects = evidence.filter((exchange) => isOfService(exchange) && !isStored(exchange) && isTimestamp(exchange));
  const findings: Finding[] = [];
  let clockless = 0;
  for (const exchange of subjects) {
    const problem = outOfWindow(exchange, trace);
    if (problem === undefined) continue;
    if (serverSecond(exchange) === undefined) clockless += 1;
    else findings.push(finding(exchange, `${describe(exchange)}: ${HEADERS.reset}`, problem.expected, problem.actual));
  }
  if (findings.length === 0 && clockless > 0)
    return undecided(
      "Reset does not fit our clock, and without a Date header the server's is not known",
      subjects.length,
    );
  return outcomeOf(findings.slice(0, 5), subjects.length);
};

function isTimestamp(exchange: Answered): boolean {
  const { reset } = readRate(exchange);
  return reset !== undefined && reset >= 1e7 && reset < 1e11;
}

function outOfWindow(exchange: Answered, trace: Trace): { expected: string; actual: string } | undefined {
  const { reset = 0, limit } = readRate(exchange);
  const window = isOnKey(exchange) ? windowOf(limit, trace) : DAY;
  const took = (exchange.received.at - exchange.sent.at) / 1000;
  const now = serverSecond(exchange) ?? exchange.received.at / 1000;
  const ahead = reset - now;
  if (ahead >= -ROUNDING - took && ahead <= window + 1 + ROUNDING) return undefined;
  const direction = ahead < 0 ? `${(-ahead).toFixed(0)} s before` : `${ahead.toFixed(0)} s after`;
  return { expected: `from the server's now to ${window} s ahead`, actual: `${reset}, ${direction} its Date` };
}

/** Reset constant within a window, or moving with the requests. */
export const windowStyle: Rule = (evidence) => {
  const resets = evidence
    .filter(isOnKey)
    .map((exchange) => readRate(exchange).reset)
    .filter((reset) => reset !== undefined);
  if (resets.length < 5) return undecided('fewer than five Resets were seen');
  const steps = resets.slice(1).map((reset, index) => reset - (resets[index] ?? reset));
  const moved = steps.filter((step) => Math.abs(step) > 1).length;
  return observed(moved <= 2 ? 'constant within a window' : 'moving', resets.length);
};
