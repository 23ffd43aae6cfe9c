import { parseHttpDate } from '../../exchange/http-date.ts';
import { type Answered, headerValue, headerValues } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { REMOVAL_DATE } from '../../spec/operations.ts';
import { each, isOfService } from '../each.ts';
import { because, notApplicable, type Outcome, observed, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { isRemoved } from '../removal.ts';
import { formOf, type Rule, violation } from '../rule.ts';
import { isTooEarly } from './known.ts';

const DAY = 86_400_000;
const removal = Date.parse(`${REMOVAL_DATE}T00:00:00Z`);

const header = (exchange: Answered, name: string) => headerValue(exchange.received.headers, name);
const isGet = (exchange: Answered) => exchange.operation === 'getPet' && isOfService(exchange);

/** Before the removal: known ids are served. After it, 404 and 410 are right, and 200 is a warning. */
export const stillServed: Rule = (evidence, trace) =>
  isRemoved(trace) ? servedAfter(evidence) : servedBefore(evidence, trace);

function servedAfter(evidence: readonly Answered[]): Outcome {
  const late = evidence
    .filter(({ received }) => received.status === 200)
    .map((exchange) => violation(exchange, 'served-after-removal', { date: REMOVAL_DATE }));
  return late.length > 0
    ? { kind: 'broken', level: 'should', findings: late, subjects: evidence.length }
    : outcomeOf([], evidence.length);
}

const servedBefore: Rule = (evidence, trace) => {
  const served = evidence.filter(({ received }) => received.status === 200);
  if (served.length > 0) return outcomeOf([], served.length);
  const early = evidence.filter((exchange) => isTooEarly(exchange, trace));
  const gone = evidence
    .filter((exchange) => !early.includes(exchange))
    .filter(({ received }) => [404, 405, 410, 501].includes(received.status) || isRedirect(received.status));
  if (gone.length === 0) {
    const reason = because('no-known-id-answered');
    return early.length > 0 ? unsettled(reason) : undecided(reason);
  }
  return outcomeOf(
    gone.map((exchange) => violation(exchange, 'removed-early', { date: REMOVAL_DATE })),
    gone.length,
  );
};

const isRedirect = (status: number) => status >= 300 && status < 400;

/** A Sunset header (RFC 8594) names the specified day or, as no time of day is specified, one beside it. */
export const sunsetDate: Rule = (evidence, trace) => {
  const sent = evidence.filter((exchange) => header(exchange, HEADERS.sunset) !== undefined);
  if (sent.length === 0) return notApplicable(because('no-sunset'));
  return each(isGet, (exchange) => {
    const wrong = headerValues(exchange.received.headers, HEADERS.sunset).find((value) => {
      const date = parseHttpDate(value);
      return date === undefined || date < removal - DAY || date >= removal + 2 * DAY;
    });
    return wrong === undefined ? undefined : violation(exchange, 'wrong-sunset', { value: wrong, form: formOf(wrong) });
  })(sent, trace);
};

export const deprecationSignal: Rule = (evidence) => {
  const served = evidence.filter((exchange) => exchange.received.status === 200);
  const silent = served.filter(
    (exchange) => header(exchange, HEADERS.sunset) === undefined && header(exchange, HEADERS.deprecation) === undefined,
  );
  return outcomeOf(
    silent.slice(-1).map((exchange) => violation(exchange, 'no-deprecation-signal', {})),
    served.length,
  );
};

/** RFC 9745 §2: an Item of type Date, `@` and seconds since 1970, parameters allowed (RFC 9651); not later than Sunset. */
export const deprecationSyntax: Rule = (evidence, trace) => {
  const sent = evidence.filter((exchange) => header(exchange, HEADERS.deprecation) !== undefined);
  if (sent.length === 0) return notApplicable(because('no-deprecation'));
  return each(isGet, (exchange) => {
    const value = headerValues(exchange.received.headers, HEADERS.deprecation).join(', ');
    if (value === '') return undefined;
    const seconds = /^@(-?\d{1,15})(?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"[^"]*"|[^\s;"]+))?)*$/.exec(value.trim())?.[1];
    if (seconds === undefined) return violation(exchange, 'malformed-deprecation', { value, form: formOf(value) });
    const sunset = parseHttpDate(header(exchange, HEADERS.sunset) ?? '');
    if (sunset === undefined || Number(seconds) * 1000 <= sunset) return undefined;
    return violation(exchange, 'deprecation-after-sunset', { value, sunset: header(exchange, HEADERS.sunset) ?? null });
  })(sent, trace);
};

/** Whether Link names a successor version. */
export const replacementLink: Rule = (evidence) => {
  const asked = evidence.filter(isGet);
  if (asked.length === 0) return undecided(because('not-sent'));
  const links = asked.flatMap((exchange) => header(exchange, HEADERS.link) ?? []);
  return observed(links.find((link) => /rel="?[^"]*successor-version/i.test(link)) ?? 'none', asked.length);
};

/** The status for each id that is not an int64. */
export const invalidIds: Rule = (evidence) => {
  if (evidence.length === 0) return undecided(because('not-sent'));
  return observed(
    Object.fromEntries(evidence.map(({ sent, received }) => [invalidId(sent.path), received.status])),
    evidence.length,
  );
};

/** Without the digits of an animal's id, which differ from store to store. */
const invalidId = (path: string): string => path.slice('/pets/'.length).replace(/^-?\d+(?=abc$|\.5$)/, '{id}');
