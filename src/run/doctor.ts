import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import type { Route } from '../client/send.ts';
import { isOpen } from '../config/index.ts';
import { headerValue, isAnswered, parseHttpDate, type Trace } from '../exchange/index.ts';
import type { Clock } from '../io/clock.ts';
import { setUpMistake } from '../judge/checks/set-up.ts';
import { clockOffset } from '../result/clock-offset.ts';
import { HEADERS } from '../spec/headers.ts';
import { mistake, type SetUpMistake } from '../text/mistakes.ts';

/** One result of the preflight check. bad: a run cannot work; warn: it can, but something may be wrong. */
export interface Line {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** The advice for `bad` and `warn`. */
  readonly fix?: string;
}

export const ok = (name: string, text: string): Line => ({ name, state: 'ok', text });
export const warn = (name: string, text: string, fix: string): Line => ({ name, state: 'warn', text, fix });
export const bad = (name: string, text: string, fix: string): Line => ({ name, state: 'bad', text, fix });

/** Checks DNS and, with https, the certificate, without an HTTP request. Skipped with a proxy, which resolves hosts itself. */
export async function networkLines(url: URL, route: Route, clock: Clock): Promise<Line[]> {
  if (route.proxy !== undefined) return isOpen(url) ? [OPEN] : [];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const dns = await dnsLine(host);
  if (dns.state === 'bad') return [dns];
  if (isOpen(url)) return [dns, OPEN];
  return url.protocol === 'https:' ? [dns, await tlsLine(host, Number(url.port || 443), route, clock)] : [dns];
}

const OPEN = warn('http', 'plain http sends the key unencrypted', 'Use https if possible.');

async function dnsLine(host: string): Promise<Line> {
  try {
    const addresses = await lookup(host, { all: true });
    return ok('DNS', `${host} resolves to ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return bad('DNS', `${host} does not resolve (${code})`, 'Check --base-url, DNS and VPN.');
  }
}

const SOON_DAYS = 21;
const DAY = 86_400_000;
const PATIENCE_MS = 10_000;

function tlsLine(host: string, port: number, { ca, cert, key }: Route, clock: Clock): Promise<Line> {
  const unreachable = (why: string) =>
    bad('TLS', why, 'Check the certificate, the scheme and the port. For a private CA, use --ca ca.pem.');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      // An IP address is not a server name (RFC 6066 §3).
      servername: isIP(host) === 0 ? host : undefined,
      ca: ca === undefined ? undefined : [...rootCertificates, ca],
      cert,
      key,
      timeout: PATIENCE_MS,
    });
    const end = (line: Line) => {
      socket.destroy();
      resolve(line);
    };
    socket.once('secureConnect', () => end(certificateLine(socket, clock.now())));
    socket.once('timeout', () => end(unreachable(`no secure connection within ${PATIENCE_MS / 1000} s`)));
    socket.once('error', (error) => end(speaksHttp(error) ? plainPort(port) : unreachable(error.message)));
  });
}

/** Whether the port does not speak TLS at all; OpenSSL's own message is not helpful. */
const speaksHttp = (error: Error) => 'code' in error && error.code === 'ERR_SSL_WRONG_VERSION_NUMBER';

const plainPort = (port: number) =>
  bad('TLS', `port ${port} speaks http, not https`, 'Use http://…, or the https port.');

function certificateLine(socket: TLSSocket, now: number): Line {
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  const days = Math.floor((until - now) / DAY);
  const text = `${socket.getProtocol() ?? 'TLS'}, the certificate is valid for ${days} days`;
  return days >= SOON_DAYS ? ok('TLS', text) : warn('TLS', text, 'Renew the certificate before it expires.');
}

/** The results of the first contact: service, key, plan, window and clock. */
export function contactLines(trace: Trace): Line[] {
  const found = setUpMistake(trace);
  if (found !== undefined) return [fromMistake(found)];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined) return [bad('service', 'it was not tried', 'Run storecheck doctor again.')];
  const { plan } = trace.head.settings;
  const { status, headers, at } = exchange.received;
  if (status === 401) return [fromMistake(mistake('wrong-key', { plan }))];
  if (status !== 200) return [fromMistake(mistake('first-request-refused', { plan, status }))];
  const took = Math.round(at - exchange.sent.at);
  return [
    ok('service', `returned ${status} in ${took} ms and accepts the ${plan} key`),
    planLine(trace, headerValue(headers, HEADERS.limit), headerValue(headers, HEADERS.remaining)),
    windowLine(trace, headerValue(headers, HEADERS.reset), headerValue(headers, HEADERS.date)),
    clockLine(trace),
  ];
}

const fromMistake = ({ message, fix }: SetUpMistake) => bad('service', message, fix);

function planLine({ head }: Trace, limit: string | undefined, remaining: string | undefined): Line {
  const { plan, perMinute, perDay } = head.settings;
  if (limit === String(perMinute) || limit === String(perDay))
    return ok('plan', `${plan}: X-RateLimit-Limit is ${limit}, ${remaining ?? 'an unknown number'} remaining`);
  return warn(
    'plan',
    `X-RateLimit-Limit is ${limit ?? 'missing'}, but ${plan} has ${perMinute} requests/min and ${perDay} per day`,
    'Check that the key belongs to this plan. storecheck check judges the header (rate.limit-matches-plan).',
  );
}

/** Seconds until Reset, by the server's clock. */
function windowLine({ head }: Trace, reset: string | undefined, date: string | undefined): Line {
  const { windowSeconds } = head.settings;
  const now = parseHttpDate(date ?? '');
  const left = now === undefined || reset === undefined ? Number.NaN : Number(reset) - now / 1000;
  const seconds = Math.max(0, Math.ceil(left));
  const rounded = seconds > windowSeconds ? ' (Reset is in whole seconds)' : '';
  if (left >= -1 && left <= windowSeconds + 2)
    return ok('window', `resets in ${seconds} s, which fits a window of ${windowSeconds} s${rounded}`);
  return warn(
    'window',
    `X-RateLimit-Reset is ${reset ?? 'missing'} and Date is ${date ?? 'missing'}: not within the expected ${windowSeconds} s`,
    'If this deployment has another window, use --window SECONDS. Otherwise storecheck check judges it (rate.reset-in-window).',
  );
}

const CLOCK_SECONDS = 2;

function clockLine({ exchanges }: Trace): Line {
  const offset = clockOffset(exchanges);
  if (offset === null)
    return warn('clock', 'the service sends no Date', 'Reset can only be compared with the clock of this machine.');
  const far = offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS;
  const text = `the server's clock differs by ${offset.from.toFixed(1)} s to ${offset.to.toFixed(1)} s from this machine's`;
  return far
    ? warn('clock', text, 'One of the two clocks is wrong. Verdicts use the server’s clock.')
    : ok('clock', text);
}
