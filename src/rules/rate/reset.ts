import { HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { because, observed, undecided } from '../outcome.ts';
import { formOf, type Rule, violation } from '../rule.ts';
import { isOnKey, rateValues, readRate } from './reading.ts';
import { resetUnit } from './reset-unit.ts';

/** Rule 2, the unit: read from the magnitude (a delta is below 10^7, seconds since 1970 have ten digits, milliseconds thirteen). */
export const resetUnixSeconds: Rule = each(
  (exchange) => isOfService(exchange) && rateValues(exchange)[HEADERS.reset].length > 0,
  (exchange) => {
    const { reset } = readRate(exchange);
    const unit = reset === undefined ? undefined : resetUnit(reset);
    if (unit === 'seconds') return undefined;
    const [value = ''] = rateValues(exchange)[HEADERS.reset];
    if (unit === undefined || unit === 'unreadable')
      return violation(exchange, 'reset-unreadable', { value, form: formOf(value) });
    return violation(exchange, 'reset-wrong-unit', { unit: unit === 'delta' ? 'seconds from now' : unit, value });
  },
);

/** Reset constant within a window, or moving with the requests. */
export const windowStyle: Rule = (evidence) => {
  const resets = evidence
    .filter(isOnKey)
    .map((exchange) => readRate(exchange).reset)
    .filter((reset) => reset !== undefined);
  if (resets.length < 5) return undecided(because('fewer-than-5-resets'));
  const steps = resets.slice(1).map((reset, index) => reset - (resets[index] ?? reset));
  const moved = steps.filter((step) => Math.abs(step) > 1).length;
  return observed(moved <= 2 ? 'constant within a window' : 'moving', resets.length);
};
