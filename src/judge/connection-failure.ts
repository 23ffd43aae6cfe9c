import { PROXY_PREFIX } from '../exchange/exchange.ts';
import type { Failure } from '../exchange/records/exchange-record.ts';
import { mistake, type SetUpMistake } from '../text/mistakes.ts';

/** The failures behind k6's error codes (https://grafana.com/docs/k6/latest/javascript-api/error-codes/). */
const NAMES: Readonly<Record<string, string>> = {
  K6_1101: 'ENOTFOUND',
  K6_1211: 'TIMEOUT',
  K6_1212: 'ECONNREFUSED',
  K6_1220: 'ECONNRESET',
  K6_1050: 'TIMEOUT',
  K6_1300: 'TLS',
  K6_1310: 'TLS_UNKNOWN_AUTHORITY',
  K6_1311: 'TLS_OTHER_HOST',
};

/** A failure of k6, with a code like the client's. For a proxy and for TLS alerts, k6 has only the texts of Go. */
export function namedFailure({ code, message }: Failure): Failure {
  if (message.startsWith('proxyconnect')) return { code: PROXY_PREFIX + code, message };
  const [, alert] = /remote error: tls: ([a-z ]+)/.exec(message) ?? [];
  const name = alert === undefined ? NAMES[code] : `TLS_ALERT_${alert.replaceAll(' ', '_').toUpperCase()}`;
  return { code: name ?? code, message };
}

export function unreachable({ code: failure, message: detail }: Failure, url: string): SetUpMistake {
  if (failure.startsWith(PROXY_PREFIX))
    return mistake('proxy', { url, failure: failure.slice(PROXY_PREFIX.length), detail });
  if (failure === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return mistake('no-https', { url, http: url.replace('https:', 'http:') });
  if (/NO_APPLICATION_PROTOCOL|ALPN/.test(failure)) return mistake('http2-only', { url, failure });
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(failure)) return mistake('tls', { url, failure });
  if (url.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|HPE_/.test(failure))
    return mistake('http-closed', { url, failure, https: url.replace('http:', 'https:') });
  if (/UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(failure)) return mistake('https-closed', { url, failure, detail });
  const isUnknown = failure === 'ENOTFOUND' || failure === 'EAI_AGAIN';
  return mistake(isUnknown ? 'host-unknown' : 'unreachable', { url, failure, detail });
}
