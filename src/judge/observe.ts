import { bodyOf } from '../exchange/body.ts';
import { type Answered, headerValue, isAnswered, isSuccess } from '../exchange/exchange.ts';
import { isRecord } from '../exchange/json.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import {
  because,
  type Conclusion,
  inconclusive,
  type ObservedValue,
  observed,
  UNCLEAR_LIMIT,
} from '../rules/conclusion.ts';
import { type CounterStep, stepsOf, styleOf } from '../rules/rate/counter.ts';
import { readRate } from '../rules/rate/rate-reading.ts';
import type { Rule } from '../rules/rule.ts';
import { HEADERS } from '../spec/headers.ts';
import { PAGE } from '../spec/operations.ts';
import type { RequirementId } from '../spec/requirements/catalogue.ts';
import { animalIn, animalsIn, payloadOf } from '../store/animal.ts';
import { queryOf } from '../store/query.ts';
import { createdAnimal, createdAnimals, isCreated, knownIds, unfiltered, viewsOf } from '../store/views.ts';
import { excerpt } from '../text/excerpt.ts';
import { askedIn } from './expect/request.ts';
import { isNotFromService, isUsable, statusOf } from './expect/service-response.ts';

/** What a run shows of behaviour that the specification leaves open, read from the requests that ask for it. */
export function observationsOf(trace: Trace): (id: RequirementId) => Conclusion {
  // If an HTTP server refuses the form of a request, or a gateway an unlisted path, that is an observation, too.
  const answered = trace.exchanges.filter(
    (on) => isUsable(on) || (isAnswered(on) && isNotFromService(on) && on.received.status < 500),
  );
  return (id) => OBSERVED[id]?.(answered, trace) ?? inconclusive(because('not-sent'));
}

type Responses = readonly [Answered, ...Answered[]];

/** A rule: what the responses to the requests of a kind show. @param none the reason if there is none */
const shownBy =
  (
    isMeant: (exchange: Answered) => boolean,
    value: (responses: Responses, trace: Trace) => ObservedValue,
    none: 'not-sent' | 'nothing-created' | 'no-animal-without-status' | 'no-limit-out-of-range' = 'not-sent',
  ): Rule =>
  (answered, trace) => {
    const [first, ...others] = answered.filter(isMeant);
    if (first === undefined) return inconclusive(because(none));
    return observed(value([first, ...others], trace), 1 + others.length);
  };

/** What one response shows, preferably one that accepts the request: others may be refused for another reason. */
const oneOf = (isMeant: (exchange: Answered) => boolean, value: (exchange: Answered) => ObservedValue): Rule =>
  shownBy(isMeant, (responses) => value(responses.find(isSuccess) ?? responses[0]));

/** Whether a payload with an unusual value was accepted, and its effect. */
const acceptance = (isMeant: (exchange: Answered) => boolean, stored: (exchange: Answered) => ObservedValue): Rule =>
  oneOf(
    (exchange) => exchange.key !== null && isMeant(exchange),
    (exchange) => (isSuccess(exchange) ? stored(exchange) : refusal(exchange)),
  );

const refusal = (exchange: Answered): string => `refused (${statusOf(exchange)})`;

const isList = (exchange: Exchange): boolean => askedIn(exchange).operation === 'list' && exchange.key !== null;

/** What a service does with an out-of-range `limit`. @param known how many animals are known */
function limitBehaviour(exchange: Answered, known: number): string {
  const items = itemsListed(exchange);
  if (items === undefined) return refusal(exchange);
  if (items === 0) return 'empty list';
  if (items === PAGE.default && known > PAGE.default) return 'default used';
  if (items === 1 && known > 1) return 'clamped to 1';
  if (items === PAGE.maximum) return 'clamped to 100';
  if (items > PAGE.maximum) return 'not limited';
  return items >= known ? UNCLEAR_LIMIT.small : UNCLEAR_LIMIT.other;
}

const itemsListed = (exchange: Answered): number | undefined =>
  statusOf(exchange) === 200 ? animalsIn(exchange)?.length : undefined;

/** The order of animals in lists, read from those that this run created. */
function listOrder(_answered: readonly Answered[], trace: Trace): Conclusion {
  const orders = unfiltered(viewsOf(trace)).map(({ animals }) => animals.flatMap(({ id }) => id ?? []));
  const order = orders.reduce((longest, next) => (next.length > longest.length ? next : longest), []);
  if (order.length < 3) return inconclusive(because('fewer-than-3-animals'));
  const created = createdAnimals(trace.exchanges).flatMap(({ returned }) => returned.id ?? []);
  const places = created.map((id) => order.indexOf(id)).filter((place) => place >= 0);
  if (places.length >= 3 && isSorted(places)) return observed('oldest first', places.length);
  if (places.length >= 3 && isSorted([...places].reverse())) return observed('newest first', places.length);
  const ids = order.map(BigInt);
  if (isSorted(ids)) return observed('by id, ascending', ids.length);
  return observed(isSorted([...ids].reverse()) ? 'by id, descending' : 'none seen', ids.length);
}

const isSorted = (values: readonly (bigint | number)[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));

const PAGING = /^(link|x-total(-count)?|x-(next|prev)-?page|x-page.*|x-cursor|x-next-cursor|content-range)$/i;

/** The names of the headers that match a pattern. */
const headersOf = (
  responses: readonly Answered[],
  pattern: RegExp,
  none: 'no-list' | 'no-response-seen',
): Conclusion => {
  const names = responses.flatMap(({ received }) => received.headers.map(([name]) => name.toLowerCase()));
  if (responses.length === 0) return inconclusive(because(none));
  return observed([...new Set(names.filter((name) => pattern.test(name)))].sort(), responses.length);
};

export const OBSERVED: Partial<Record<RequirementId, Rule>> = {
  'auth.unknown-path': oneOf(({ sent, key }) => sent.path === '/pets/' && key === null, statusOf),
  'create.client-id': acceptance(
    (exchange) => payloadOf(exchange)?.id !== undefined,
    (exchange) => (animalIn(exchange)?.id === payloadOf(exchange)?.id ? 'accepted, used' : 'accepted, ignored'),
  ),
  'create.extra-field': acceptance(
    (exchange) => askedIn(exchange).what.kind !== 'invalid' && /"storecheckExtra"/.test(exchange.sent.body ?? ''),
    ({ received }) => (/storecheckExtra/.test(received.body ?? '') ? 'accepted, kept' : 'accepted, dropped'),
  ),
  'create.empty-name': acceptance(
    (exchange) => payloadOf(exchange)?.name === '',
    () => 'accepted',
  ),
  'create.content-type': acceptance(
    ({ sent }) => /^text\/plain/i.test(headerValue(sent.headers, HEADERS.contentType) ?? ''),
    () => 'accepted',
  ),
  'create.default-status': shownBy(
    (exchange) => createdAnimal(exchange)?.sent.status === undefined && createdAnimal(exchange) !== undefined,
    ([exchange]) => animalIn(exchange)?.status ?? 'none',
    'no-animal-without-status',
  ),
  'create.location': shownBy(
    isCreated,
    (made) => made.some(({ received }) => headerValue(received.headers, HEADERS.location) !== undefined),
    'nothing-created',
  ),
  'list.limit-out-of-range': shownBy(
    (list) =>
      isList(list) &&
      queryOf(list).size === 1 &&
      /^(?:0|-1|101|1000|abc|1\.5)?$/.test(queryOf(list).get('limit') ?? '-'),
    (responses, { exchanges }) => {
      const known = knownIds(exchanges).length;
      return Object.fromEntries(
        responses.map((list) => [queryOf(list).get('limit') || 'empty', limitBehaviour(list, known)]),
      );
    },
    'no-limit-out-of-range',
  ),
  'list.status-unknown': oneOf(
    (exchange) => isList(exchange) && queryOf(exchange).get('status') === 'lost' && queryOf(exchange).size === 1,
    (exchange) => {
      const items = itemsListed(exchange);
      if (items === undefined) return refusal(exchange);
      return items === 0 ? 'empty list' : 'ignored';
    },
  ),
  'list.order': listOrder,
  'list.pagination': (_answered, trace) =>
    headersOf(
      viewsOf(trace).map(({ exchange }) => exchange),
      PAGING,
      'no-list',
    ),
  'list.unknown-parameter': oneOf(
    (exchange) => isList(exchange) && queryOf(exchange).has('storecheck'),
    (exchange) => (itemsListed(exchange) === undefined ? refusal(exchange) : 'ignored'),
  ),
  'get.invalid-id': shownBy(
    (exchange) => exchange.key !== null && invalidId(exchange) !== undefined,
    (responses) => Object.fromEntries(responses.map((exchange) => [invalidId(exchange) ?? '', statusOf(exchange)])),
  ),
  'get.replacement': shownBy(
    (exchange) => exchange.key !== null && askedIn(exchange).what.kind === 'id',
    (responses) => {
      const links = responses.flatMap(({ received }) => headerValue(received.headers, HEADERS.link) ?? []);
      return links.find((link) => /rel="?[^"]*successor-version/i.test(link)) ?? 'none';
    },
  ),
  'error.codes': errorCodes,
  'rate.counts-unauthorized': countsUnauthorized,
  // The headers of the IETF draft, beside the required ones. A 429 may have them, too.
  'rate.draft-headers': (_answered, { exchanges }) => {
    const responses = exchanges.filter(isAnswered).filter((exchange) => !isNotFromService(exchange));
    return headersOf(responses, /^ratelimit(-(policy|limit|remaining|reset))?$/, 'no-response-seen');
  },
  'rate.window-style': windowStyle,
};

/** Whether a 401 draws on the caller's counter, and whose numbers it shows. */
function countsUnauthorized(_answered: readonly Answered[], trace: Trace): Conclusion {
  const answered = trace.exchanges.filter(isAnswered);
  // A request with the key that got no response may draw, too.
  const withoutKey = ({ before, after }: CounterStep) =>
    answered.filter(({ key, seq }) => key === null && seq > before.seq && seq < after.seq).length;
  const steps = stepsOf(trace).filter((step) => step.between > 0 && withoutKey(step) === step.between);
  if (steps.length === 0) return inconclusive(because('no-request-without-key'));
  const drawn = steps.filter(({ fall, between }) => fall > 1 && fall <= 1 + between).length;
  const refused = answered.filter(({ received }) => received.status === 401);
  const limitsShown = [...new Set(refused.flatMap((exchange) => readRate(exchange).limit ?? []))].sort((a, b) => a - b);
  return observed({ drawsOnTheKey: drawn > steps.length / 2, limitsShown }, steps.length);
}

function windowStyle({ length }: readonly Answered[], trace: Trace): Conclusion {
  const style = styleOf(trace);
  return style === undefined ? inconclusive(because('reset-seen-too-briefly'), length) : observed(style, length);
}

/** An invalid id as it is observed: without the digits of an animal's id, which differ from store to store. */
function invalidId(exchange: Exchange): string | undefined {
  const { what } = askedIn(exchange);
  if (what.kind !== 'no-id') return undefined;
  // Earlier journals have 2^63.
  if (what.text === '9223372036854775808') return what.text;
  if (/^\d{20}$/.test(what.text)) return '{id} + 2^64';
  return /^-?\d*abc$/.test(what.text) ? what.text.replace(/^-?\d+(?=abc$)/, '{id}') : undefined;
}

/** The codes of the Error bodies, by the condition that the specification names. */
function errorCodes(usable: readonly Answered[]): Conclusion {
  const seen = new Map<string, Set<string>>();
  for (const exchange of usable) {
    const condition = conditionOf(exchange);
    const body = bodyOf(exchange.received);
    const code = body.kind === 'json' && isRecord(body.value) ? body.value['code'] : undefined;
    if (condition === undefined || typeof code !== 'string') continue;
    seen.set(condition, (seen.get(condition) ?? new Set<string>()).add(excerpt(code, 80)));
  }
  if (seen.size === 0) return inconclusive(because('no-error-code'));
  const conditions = [...seen].sort(([one], [other]) => (one < other ? -1 : 1));
  return observed(
    Object.fromEntries(conditions.map(([condition, codes]) => [condition, [...codes].sort()])),
    conditions.length,
  );
}

function conditionOf(exchange: Answered): string | undefined {
  const { credentialRequirements, what } = askedIn(exchange);
  const status = statusOf(exchange);
  const isMissing = credentialRequirements.some(({ id }) => id.startsWith('auth.required.'));
  if (status === 401 && credentialRequirements.length > 0) return isMissing ? '401 missing key' : '401 invalid key';
  if (status === 400 && what.kind === 'invalid' && !what.mayRefuseOtherwise) return `400 ${what.why}`;
  return status === 404 && what.kind === 'id' ? '404 unknown id' : undefined;
}
