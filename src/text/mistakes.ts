import { nested, type Params, type Value, worded } from './template.ts';

const NO_RESPONSE = 'no response from {url}: {failure} ({detail})';
const OF_THE_NETWORK =
  'that the service is running, host and port of --base-url, and the network: VPN, proxy, firewall.';
const CLIENT_CERTIFICATE = 'If the service asks for a client certificate, set clientCertificate in storecheck.yaml.';
const CHECK_SERVICE = 'It is probably another service or a mock: check host, port and path of --base-url.';

/** Every mistake in the set-up of a run by its code: what is wrong, and how to fix it. */
export const MISTAKES = {
  // No response
  unreachable: { message: NO_RESPONSE, fix: `Check ${OF_THE_NETWORK}` },
  proxy: {
    message: 'no connection through the proxy to {url}: {failure} ({detail})',
    fix: 'Check --proxy (proxy: in storecheck.yaml): its address, that the proxy is running, and that it allows this host.',
  },
  'host-unknown': { message: NO_RESPONSE, fix: 'The host name does not resolve: check --base-url, DNS and VPN.' },
  'http-closed': { message: '{url} closes plain http connections: {failure}', fix: 'Try --base-url {https}' },
  'https-closed': {
    message: '{url} closes the connection: {failure} ({detail})',
    fix: `${CLIENT_CERTIFICATE} Otherwise check ${OF_THE_NETWORK}`,
  },
  'response-unfinished': {
    message: 'a response from {url} began but did not end, twice',
    fix: 'The connection or a proxy is too slow, or the service hangs: raise --timeout, or restart the service.',
  },
  tls: {
    message: 'no secure connection to {url}: {failure}',
    fix: `Check the certificate. For a private CA, use --ca ca.pem (ca: in storecheck.yaml). ${CLIENT_CERTIFICATE}`,
  },
  'http2-only': {
    message: '{url} offers no HTTP/1.1, which this tool speaks: {failure}',
    fix: 'Let the server or its gateway offer HTTP/1.1 (ALPN http/1.1) beside HTTP/2.',
  },
  'no-https': { message: 'the server at {url} does not speak https', fix: 'Try --base-url {http}, or check the port.' },
  down: {
    message: 'a proxy or load balancer returned {status} for {url}, twice',
    fix: 'Start the service, or wait until it is ready, and run again.',
  },

  // The address
  'version-doubled': { message: '{url} returned 404 and contains /v1 twice', fix: 'Use --base-url {corrected}' },
  'version-missing': {
    message: '{url}/pets returned 404',
    fix: 'The path prefix /v1 seems to be missing. Use --base-url {url}/v1',
  },
  'not-found': {
    message: 'the service returned 404 to every request below {url}',
    fix: 'Check host and path of --base-url: it must end with /v1, e.g. https://staging.example.com/v1',
  },
  redirected: {
    message: '{url} redirects to {location}',
    fix: 'storecheck never follows redirects, to protect the key. Use the final URL of the service as --base-url.',
  },
  'not-this-service': { message: '{url} responds without JSON and without rate limit headers', fix: CHECK_SERVICE },
  mock: {
    message: '{url} returns 200 without the requested animal, and no rate limit that can be true',
    fix: CHECK_SERVICE,
  },

  // The key
  'wrong-key': {
    message: 'the service returned 401 to the requests with the {plan} key',
    fix: 'Check the {plan} key: it must be complete, still valid, and for this environment. It comes from {source}.',
  },
  refused: {
    message: 'the service returned 403 to every request{said:also}',
    fix: 'A gateway may block this machine or this key: check allow-lists, VPN and firewall.',
  },
  'first-request-refused': {
    message: 'the first request with the {plan} key returned {status}{said:also}',
    fix: 'Run storecheck check with this key for details.',
  },
  'other-plan': {
    message: 'the {plan} key returned X-RateLimit-Limit: {limit}, which is the limit of the plan {other}',
    fix: 'If it is a {other} key, use --key {other}=…; if it is a {plan} key, the service assigns it to the wrong plan (rate.limit-matches-plan).',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'message' | 'fix', string>>>>;

export const mistake = <Code extends keyof typeof MISTAKES>(
  code: Code,
  values: Params<(typeof MISTAKES)[Code]['message' | 'fix']>,
) => ({ code, ...worded(MISTAKES[code], values) });

/** A mistake in the set-up of the run, not a finding about the service. */
export type SetUpMistake = ReturnType<typeof mistake>;

/** A mistake and its fix, as a value of another sentence, which has its own full stop. */
export const withFix = (found: SetUpMistake): Value =>
  nested({ ...found, message: `${found.message}. ${found.fix.replace(/\.$/, '')}` });

type Source = Partial<Readonly<Record<'env' | 'file' | 'place', string | undefined>>>;

/** Where a key came from, e.g. `PRO_KEY (storecheck.yaml:7)`. */
export const keySourceText = ({ env, file = 'a source that is not recorded', place }: Source = {}): string =>
  `${env ?? file}${place === undefined ? '' : ` (${place})`}`;
