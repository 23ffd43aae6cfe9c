import { type Answered, headerValue, headerValues } from '../../exchange/exchange.ts';
import { parseHttpDate } from '../../exchange/rate-headers.ts';
import { formOf, violation } from '../../rules/rule.ts';
import { HEADERS } from '../../spec/headers.ts';
import { REMOVAL_DATE } from '../../spec/operations.ts';
import type { Say } from '../judgement.ts';
import { askedIn } from './request.ts';

const DAY_MS = 86_400_000;
const REMOVAL = Date.parse(`${REMOVAL_DATE}T00:00:00Z`);

export function judgeDeprecation(exchange: Answered, say: Say): void {
  const { operation, what } = askedIn(exchange);
  const { headers, status } = exchange.received;
  if (operation !== 'get' || what.kind !== 'id' || status === 401) return;
  const sunsets = headerValues(headers, HEADERS.sunset);
  const deprecation = headerValues(headers, HEADERS.deprecation).join(', ');
  if (sunsets.length > 0) {
    const value = sunsets.find(isWrongDate);
    say(
      'get.sunset-date',
      value === undefined ? undefined : violation(exchange, 'wrong-sunset', { value, form: formOf(value) }),
    );
  }
  if (deprecation !== '') say('get.deprecation-syntax', syntaxFinding(exchange, deprecation));
  if (status !== 200) return;
  const isSilent = sunsets.length === 0 && deprecation === '';
  say('get.deprecation-signal', isSilent ? violation(exchange, 'no-deprecation-signal', {}) : undefined);
}

/** A Sunset header (RFC 8594) names the specified day or, as no time of day is specified, one beside it. */
function isWrongDate(value: string): boolean {
  const date = parseHttpDate(value);
  return date === undefined || date < REMOVAL - DAY_MS || date >= REMOVAL + 2 * DAY_MS;
}

/** RFC 9745 §2: an Item of type Date, `@` and seconds since 1970, parameters allowed (RFC 9651); not later than Sunset. */
function syntaxFinding(exchange: Answered, value: string) {
  const seconds = /^@(-?\d{1,15})(?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"[^"]*"|[^\s;"]+))?)*$/.exec(value.trim())?.[1];
  if (seconds === undefined) return violation(exchange, 'malformed-deprecation', { value, form: formOf(value) });
  const sunset = headerValue(exchange.received.headers, HEADERS.sunset);
  const date = parseHttpDate(sunset ?? '');
  if (date === undefined || Number(seconds) * 1_000 <= date) return undefined;
  return violation(exchange, 'deprecation-after-sunset', { value, sunset: sunset ?? null });
}
