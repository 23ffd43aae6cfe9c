import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import type { Route } from '../../client/send.ts';
import { isOpen } from '../../config/index.ts';
import type { Clock } from '../../io/clock.ts';
import { bad, type Line, ok, warn } from './line.ts';

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
