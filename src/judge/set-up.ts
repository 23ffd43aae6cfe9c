import { bodyOf, isFromIntermediary } from '../exchange/body.ts';
import { type Answered, headerValue, isAnswered } from '../exchange/exchange.ts';
import { DAY_MS } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Head, Settings } from '../exchange/records/run-record.ts';
import { responseTo, type Trace } from '../exchange/trace.ts';
import { explanation } from '../rules/rule.ts';
import { HEADERS, RATE_HEADERS } from '../spec/headers.ts';
import { otherPlan } from '../spec/plans.ts';
import { animalIn } from '../store/animal.ts';
import { keySourceText, mistake, type SetUpMistake } from '../text/mistakes.ts';
import { unreachable } from './connection-failure.ts';

/** The first probe (suites/all-probes.ts), and the requests after it that tell a wrong set-up from a finding: at most three in all. */
const CONTACT = 'list.minimum';
const GET = 'set-up.get';
const VERSION = 'set-up.version';
const UNLISTED = 'set-up.unlisted';

export type SetUpProbe = typeof GET | typeof VERSION | typeof UNLISTED;

/** The id in the get: neither the first one that a service assigns, nor the example of a mock. */
export const GET_ID = '4820573916204857';

/** The next set-up request to send; undefined if the exchanges so far decide. */
export function setUpProbe(trace: Trace): SetUpProbe | undefined {
  const contact = lastOf(trace, CONTACT);
  if (contact === undefined || !isAnswered(contact)) return undefined;
  const { status } = contact.received;
  if (status === 404 && !/\/v1$/.test(trace.head.target.baseUrl) && lastOf(trace, VERSION) === undefined)
    return VERSION;
  const isDoubtful = [401, 403, 404].includes(status) || isOfOtherServer(contact) || isUncounted(contact);
  const get = lastOf(trace, GET);
  if (isDoubtful && get === undefined) return GET;
  const bothNotFound = status === 404 && responseTo(GET, trace)?.received.status === 404;
  if (!bothNotFound || lastOf(trace, VERSION) !== undefined || lastOf(trace, UNLISTED) !== undefined) return undefined;
  return UNLISTED;
}

/** The set-up mistake that the exchanges so far show together. If only one operation is wrong, that is a finding. */
export function setUpMistake(trace: Trace): SetUpMistake | undefined {
  const contact = lastOf(trace, CONTACT);
  const [get, version, unlistedPath] = ([GET, VERSION, UNLISTED] as const).map((probe) => responseTo(probe, trace));
  if (contact === undefined) return undefined;
  const found = mistakeOf(contact, { get, version, unlistedPath }, trace.head);
  return found ?? (refusesKeyEverywhere(trace) ? wrongKey(trace.head.settings, contact) : undefined);
}

/** Whether every list and every create with the key got 401, and there was one of each: a get may accept any key. */
function refusesKeyEverywhere({ exchanges }: Trace): boolean {
  const withKey = exchanges.filter(
    ({ key, operation }) => key !== null && operation !== 'getPet' && operation !== 'other',
  );
  const operations = new Set(withKey.map(({ operation }) => operation));
  return operations.size === 2 && withKey.every((exchange) => isAnswered(exchange) && exchange.received.status === 401);
}

/** The responses to the requests after the first contact. */
type LaterResponses = Readonly<Partial<Record<'get' | 'version' | 'unlistedPath', Answered | undefined>>>;

/** The set-up mistake that the first contact shows, together with the requests after it. */
export function mistakeOf(contact: Exchange, later: LaterResponses, head: Head): SetUpMistake | undefined {
  if ('failure' in contact.received) return unreachable(contact.received.failure, head.target.baseUrl);
  if (!isAnswered(contact)) return undefined;
  if (contact.received.cut?.code === 'TIMEOUT') return mistake('response-unfinished', { url: head.target.baseUrl });
  const found = fromStatus(contact, later, head);
  // The limit of an example says nothing about the key: a get distinguishes a mock from the service.
  const mayBeMock = isUncounted(contact) && later.get === undefined;
  // A refusal may state the limit of callers without a key.
  const isKeyRefused = contact.received.status === 401 || contact.received.status === 403;
  return found ?? (mayBeMock || isKeyRefused ? undefined : keyOfOtherPlan(contact, head));
}

function fromStatus(contact: Answered, later: LaterResponses, { target, settings }: Head): SetUpMistake | undefined {
  const url = target.baseUrl;
  const { get } = later;
  const { status, headers } = contact.received;
  const bothGot = (expected: number) => status === expected && get?.received.status === expected;
  if (status >= 502 && isFromIntermediary(contact.received)) return mistake('down', { url, status });
  if (bothGot(401)) return wrongKey(settings, contact);
  if (bothGot(403)) return mistake('refused', explanation(contact));
  if (status === 404) return notFound(contact, later, url);
  const redirectsToSlash = addsSlash(contact, url);
  if (status >= 300 && status < 400 && !redirectsToSlash)
    return mistake('redirected', { url, location: headerValue(headers, HEADERS.location) ?? 'no address' });
  if (isOfOtherServer(contact) && get !== undefined && isOfOtherServer(get) && !redirectsToSlash)
    return mistake('not-this-service', { url });
  // A mock counts no requests, and returns 200 with its example for every id.
  const isMock = isUncounted(contact) && get?.received.status === 200 && animalIn(get)?.id !== GET_ID;
  return isMock ? mistake('mock', { url }) : undefined;
}

const wrongKey = ({ plan, keySources }: Settings, refused: Exchange): SetUpMistake =>
  mistake('wrong-key', { plan, source: keySourceText(keySources?.[plan]), ...explanation(refused) });

function notFound(contact: Answered, { get, version, unlistedPath }: LaterResponses, url: string) {
  if (/\/v1\/v1$/.test(url)) return mistake('version-doubled', { url, corrected: url.replace(/\/v1$/, '') });
  if (version !== undefined && version.received.status !== 404) return mistake('version-missing', { url });
  if (get?.received.status !== 404) return undefined;
  if (unlistedPath === undefined && version === undefined) return undefined;
  if (unlistedPath !== undefined && responseWithoutPath(contact) !== responseWithoutPath(unlistedPath))
    return undefined;
  return mistake('not-found', { url });
}

/** The likely mistake after a single 404, if no further request may be sent. */
export const addressMistake = (url: string): SetUpMistake =>
  mistake(/\/v1$/.test(url) ? 'not-found' : 'version-missing', { url });

function keyOfOtherPlan(contact: Answered, { settings }: Head): SetUpMistake | undefined {
  const { plan, perMinute, perDay } = settings;
  const limit = Number(headerValue(contact.received.headers, HEADERS.limit) ?? Number.NaN);
  if (limit === perMinute || limit === perDay) return undefined;
  const other = otherPlan(plan, [limit]);
  return other === undefined ? undefined : mistake('other-plan', { plan, limit, other });
}

/** The response without the path, which a 404 may repeat: a service may describe a missing list and an unknown path differently. */
function responseWithoutPath({ sent, received }: Answered): string {
  const path = sent.path.split('?')[0] ?? '';
  return `${received.status} ${(received.body ?? '').replaceAll(path, '')}`;
}

/** Whether a response has neither JSON nor any rate-limit header, like that of another server. */
const isOfOtherServer = ({ received }: Answered): boolean =>
  bodyOf(received).kind !== 'json' && RATE_HEADERS.every((name) => headerValue(received.headers, name) === undefined);

/** Whether a response redirects to the same path with a slash at its end. The service exists then, and no other base URL would help. */
function addsSlash({ sent, received }: Answered, baseUrl: string): boolean {
  const location = headerValue(received.headers, HEADERS.location)?.split(/[?#]/)[0];
  const path = `${sent.path.split('?')[0]}/`;
  const below = baseUrl.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return location !== undefined && [`${baseUrl}${path}`, `${below}${path}`, path.slice(1)].includes(location);
}

/** Whether a 200, like the example of a mock, lacks a Limit that is a positive integer, or a Reset within two days of now. */
function isUncounted({ received: { status, headers, at } }: Answered): boolean {
  const isCount = /^[1-9]\d*$/.test(headerValue(headers, HEADERS.limit) ?? '');
  const reset = Number(headerValue(headers, HEADERS.reset) ?? Number.NaN) * 1_000;
  return status === 200 && !(isCount && Math.abs(reset - at) < 2 * DAY_MS);
}

const lastOf = ({ exchanges }: Trace, id: string) => exchanges.findLast(({ probe }) => probe === id);
