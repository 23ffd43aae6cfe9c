import { HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { observed, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { isOnKey, rateValues, readRate } from './reading.ts';
import { resetUnit } from './reset-unit.ts';

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
