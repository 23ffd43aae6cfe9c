import {
  type Answered,
  bodyOf,
  type Exchange,
  type Head,
  headerValue,
  isAnswered,
  isIntermediary,
  type Trace,
} from '../../exchange/index.ts';
import { get, list, type ProbeRequest, unlisted } from '../../probes/index.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import { isMock, isUncounted, SECOND_ID } from './mock.ts';

/** A mistake in the set-up of the run, not a finding about the service. */
export interface SetUpMistake {
  readonly code:
    | 'unreachable'
    | 'tls'
    | 'wrong-key'
    | 'refused'
    | 'version-missing'
    | 'version-doubled'
    | 'not-found'
    | 'redirected'
    | 'not-this-service'
    | 'other-plan'
    | 'down';
  readonly message: string;
  readonly fix: string;
}

/** The first probe of a run, and the requests that may follow it to tell a wrong set-up from a finding: three in all. */
const CONTACT = 'list.minimum';
const SECOND = 'set-up.get';
const VERSION = 'set-up.version';
const UNLISTED = 'set-up.unlisted';

/** The further request that would tell more, if any. */
export function setUpRequest(trace: Trace): { probe: string; request: ProbeRequest } | undefined {
  const contact = lastOf(trace, CONTACT);
  if (contact === undefined || !isAnswered(contact)) return undefined;
  const { status } = contact.received;
  if (status === 404 && !/\/v1$/.test(trace.head.target.baseUrl) && lastOf(trace, VERSION) === undefined)
    return { probe: VERSION, request: { ...list('limit=1'), path: '/v1/pets?limit=1' } };
  const doubtful = [401, 403, 404].includes(status) || isStrange(contact) || isUncounted(contact);
  const second = lastOf(trace, SECOND);
  if (doubtful && second === undefined) return { probe: SECOND, request: get(SECOND_ID) };
  const bothNotFound = status === 404 && second !== undefined && isAnswered(second) && second.received.status === 404;
  if (!bothNotFound || lastOf(trace, VERSION) !== undefined || lastOf(trace, UNLISTED) !== undefined) return undefined;
  return { probe: UNLISTED, request: unlisted('/storecheck-unlisted', 'key') };
}

/** Reads the first exchanges of a run. Only what the whole first contact shows is a mistake: one odd operation is a finding. */
export function setUpMistake(trace: Trace): SetUpMistake | undefined {
  const contact = lastOf(trace, CONTACT);
  const [second, version, unlistedPath] = [SECOND, VERSION, UNLISTED].map((probe) => answeredLast(trace, probe));
  return contact === undefined ? undefined : mistakeOf(contact, { second, version, unlistedPath }, trace.head);
}

/** The answers to the requests that may follow the first one. */
export interface Further {
  readonly second?: Answered | undefined;
  readonly version?: Answered | undefined;
  readonly unlistedPath?: Answered | undefined;
}

/** The same for any request with the key, and what was asked after it. */
export function mistakeOf(contact: Exchange, further: Further, head: SetUp): SetUpMistake | undefined {
  if (!isAnswered(contact)) return unreachable(contact, head);
  if (contact.received.cut?.code === 'TIMEOUT') return endless(head);
  return fromStatus(contact, further, head) ?? otherPlan(contact, head);
}

/** What of a run's head names the key and the address. */
export interface SetUp {
  readonly target: Pick<Head['target'], 'baseUrl'>;
  readonly settings: Pick<Head['settings'], 'plan' | 'perMinute' | 'perDay' | 'otherPlans'>;
}

function fromStatus(contact: Answered, further: Further, { target, settings }: SetUp): SetUpMistake | undefined {
  const { baseUrl } = target;
  const { plan } = settings;
  const { second } = further;
  const both = (status: number) => contact.received.status === status && second?.received.status === status;
  if (contact.received.status >= 502 && isIntermediary(contact.received))
    return {
      code: 'down',
      message: `a proxy or load balancer returned ${contact.received.status} for ${baseUrl}, twice`,
      fix: 'Start the service, or wait until it is ready, and run again.',
    };
  if (both(401))
    return {
      code: 'wrong-key',
      message: `the service returned 401 to every request with the ${plan} key`,
      fix: `Check the ${plan} key (--key ${plan}=env:NAME or file:PATH): it must be complete, still valid, and for this environment.`,
    };
  if (both(403))
    return {
      code: 'refused',
      message: 'the service returned 403 to every request',
      fix: 'A gateway may block this machine or this key: check allow-lists, VPN and firewall.',
    };
  if (contact.received.status === 404) return notFound(contact, further, baseUrl);
  if (isRedirect(contact) && !addsSlash(contact, baseUrl))
    return {
      code: 'redirected',
      message: `${baseUrl} redirects to ${headerValue(contact.received.headers, HEADERS.location) ?? 'no address'}`,
      fix: 'storecheck never follows redirects, to protect the key. Use the final URL of the service as --base-url.',
    };
  const isOther = isStrange(contact) && second !== undefined && isStrange(second) && !addsSlash(contact, baseUrl);
  if (isOther || isMock(contact, second))
    return {
      code: 'not-this-service',
      message: `${baseUrl} ${isOther ? 'responds without JSON and without rate limit headers' : 'returns 200 for an animal that was not requested, and no rate limit'}`,
      fix: 'It is probably another service or a mock: check host, port and path of --base-url.',
    };
  return undefined;
}

function notFound(
  contact: Answered,
  { second, version, unlistedPath }: Further,
  baseUrl: string,
): SetUpMistake | undefined {
  if (/\/v1\/v1$/.test(baseUrl))
    return {
      code: 'version-doubled',
      message: `${baseUrl} returned 404 and contains /v1 twice`,
      fix: `Use --base-url ${baseUrl.replace(/\/v1$/, '')}`,
    };
  if (version !== undefined && version.received.status !== 404)
    return {
      code: 'version-missing',
      message: `${baseUrl} returned 404, and ${baseUrl}/v1 returned ${version.received.status}`,
      fix: `The path prefix /v1 is missing. Use --base-url ${baseUrl}/v1`,
    };
  if (second?.received.status !== 404) return undefined;
  if (unlistedPath === undefined && version === undefined) return undefined;
  if (unlistedPath !== undefined && saidBy(contact) !== saidBy(unlistedPath)) return undefined;
  return {
    code: 'not-found',
    message: `the service returned 404 to every request below ${baseUrl}`,
    fix: FIX_ADDRESS,
  };
}

/** What a single 404 says of the base URL, where no further request may be sent to make sure. */
export function likelyAddress(baseUrl: string): SetUpMistake {
  const message = `${baseUrl}/pets returned 404`;
  if (!/\/v1$/.test(baseUrl))
    return {
      code: 'version-missing',
      message,
      fix: `The path prefix /v1 seems to be missing. Use --base-url ${baseUrl}/v1`,
    };
  return { code: 'not-found', message, fix: FIX_ADDRESS };
}

const FIX_ADDRESS = 'Check host and path of --base-url: it must end with /v1, e.g. https://staging.example.com/v1';

function otherPlan(contact: Answered, { settings }: SetUp): SetUpMistake | undefined {
  const limit = Number(headerValue(contact.received.headers, HEADERS.limit) ?? Number.NaN);
  if (limit === settings.perMinute || limit === settings.perDay) return undefined;
  const other = Object.entries(settings.otherPlans).find(
    ([, plan]) => limit === plan.perMinute || limit === plan.perDay,
  );
  if (other === undefined) return undefined;
  return {
    code: 'other-plan',
    message: `the ${settings.plan} key returned ${HEADERS.limit}: ${limit}, which is the limit of the plan ${other[0]}`,
    fix: `If it is a ${other[0]} key, use --key ${other[0]}=…; if it is a ${settings.plan} key, the service assigns it to the wrong plan (rate.limit-matches-plan).`,
  };
}

function endless({ target }: SetUp): SetUpMistake {
  return {
    code: 'unreachable',
    message: `a response from ${target.baseUrl} began but did not end, twice`,
    fix: 'The connection or a proxy is too slow, or the service hangs: raise --timeout, or restart the service.',
  };
}

function unreachable(contact: Exchange, { target: { baseUrl } }: SetUp): SetUpMistake {
  const { code, message } = 'failure' in contact.received ? contact.received.failure : { code: 'UNKNOWN', message: '' };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return {
      code: 'tls',
      message: `the server at ${baseUrl} does not speak https`,
      fix: `Try --base-url ${baseUrl.replace('https:', 'http:')}, or check the port.`,
    };
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code))
    return {
      code: 'tls',
      message: `no secure connection to ${baseUrl}: ${code}`,
      fix: 'Check the certificate. For a private CA, use --ca ca.pem (ca: in storecheck.yaml).',
    };
  if (baseUrl.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|HPE_/.test(code))
    return {
      code: 'unreachable',
      message: `${baseUrl} closes plain http connections: ${code}`,
      fix: `Try --base-url ${baseUrl.replace('http:', 'https:')}`,
    };
  return {
    code: 'unreachable',
    message: `no response from ${baseUrl}: ${code} (${message})`,
    fix: UNREACHABLE.get(code) ?? 'Check that this machine can reach the service: network, VPN, proxy, firewall.',
  };
}

const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  [
    'ECONNREFUSED',
    'Nothing listens at this address: check that the service is running, and host and port of --base-url.',
  ],
  ['ENOTFOUND', 'The host name does not resolve: check --base-url, DNS and VPN.'],
  ['EAI_AGAIN', 'The host name does not resolve right now: check DNS and VPN.'],
]);

/** What a 404 says, without the path that it may repeat: a list that was not found speaks otherwise than a path that does not exist. */
function saidBy({ sent, received }: Answered): string {
  const path = sent.path.split('?')[0] ?? '';
  return `${received.status} ${(received.body ?? '').replaceAll(path, '')}`;
}

/** Neither JSON nor any of the three headers: some other server. */
function isStrange({ received }: Answered): boolean {
  return (
    bodyOf(received).kind !== 'json' && RATE_HEADERS.every((name) => headerValue(received.headers, name) === undefined)
  );
}

const isRedirect = ({ received: { status } }: Answered) => status >= 300 && status < 400;

/** Sent to its own path with a slash behind it: the service is there and does not serve the path that the document names. No base URL cures that. */
function addsSlash({ sent, received }: Answered, baseUrl: string): boolean {
  const location = headerValue(received.headers, HEADERS.location)?.split(/[?#]/)[0];
  const path = `${sent.path.split('?')[0]}/`;
  const below = baseUrl.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return location !== undefined && [`${baseUrl}${path}`, `${below}${path}`, path.slice(1)].includes(location);
}

function lastOf(trace: Trace, probe: string): Exchange | undefined {
  return trace.exchanges.findLast((exchange) => exchange.probe === probe);
}

function answeredLast(trace: Trace, probe: string): Answered | undefined {
  const last = lastOf(trace, probe);
  return last !== undefined && isAnswered(last) ? last : undefined;
}
