import { HEADERS } from '../../spec/headers.ts';
import { because, observed, undecided } from '../outcome.ts';
import { each, formOf, isOfService, type Rule, violation } from '../rule.ts';
import { isOtherSpelling } from './apart.ts';
import { isDayLimit, isOnKey, rateValues, readRate } from './reading.ts';

export type ResetUnit = 'seconds' | 'delta' | 'milliseconds' | 'microseconds' | 'date' | 'unreadable';

/** By magnitude: a delta is below 10^7, seconds since 1970 have ten digits (rule 2), milliseconds thirteen. */
export function resetUnit(value: number): Exclude<ResetUnit, 'date'> {
  if (value < 1e7) return 'delta';
  if (value < 1e9) return 'unreadable';
  if (value < 1e11) return 'seconds';
  return value < 1e14 ? 'milliseconds' : 'microseconds';
}

export function resetUnitOf(text: string): ResetUnit {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return Number.isNaN(Date.parse(text)) ? 'unreadable' : 'date';
  return resetUnit(Number(text));
}

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

/** Reset constant within a window, or moving with the requests. Fixed windows end at least a window apart; rounding moves a Reset by a second. */
export const windowStyle: Rule = (evidence, trace) => {
  const dated = evidence
    .filter((one) => isOnKey(one) && !isOtherSpelling(one))
    .flatMap((exchange) => {
      const { reset, limit } = readRate(exchange);
      return reset === undefined || isDayLimit(limit, trace) ? [] : [{ reset, ...exchange }];
    });
  if (dated.length < 5) return undecided(because('fewer-than-5-resets'));
  let [first] = dated;
  let longest = 0;
  for (const one of dated) {
    const move = Math.abs(one.reset - (first?.reset ?? 0));
    if (move > 1 && move < trace.head.settings.windowSeconds - 1) return observed('moving', dated.length);
    if (first === undefined || move > 1) first = one;
    longest = Math.max(longest, one.sent.at - first.received.at);
  }
  return longest < SHOWS_MOVE_MS
    ? undecided(because('reset-seen-too-briefly'), dated.length)
    : observed('constant within a window', dated.length);
};

/** In so many milliseconds, a moving Reset moves by more than rounding does. */
const SHOWS_MOVE_MS = 2_000;
