import type { Threshold } from 'k6/options';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Scenarios } from './scenario.ts';

/**
 * Options of all scripts. noConnectionReuse: if the server closes a reused connection, Go repeats a GET unseen (k6
 * counted 30 requests, the server 44). systemTags: only those that a threshold uses, for fewer samples and less memory.
 */
export function optionsFor(
  experiments: readonly Pick<QuotaExperiment, 'windowSeconds'>[],
  scenarios: Scenarios,
  thresholds: [name: string, Threshold[]][],
) {
  const longestWindow = Math.max(...experiments.map(({ windowSeconds }) => windowSeconds));
  return {
    scenarios,
    thresholds: Object.fromEntries(thresholds),
    noConnectionReuse: true,
    maxRedirects: 0,
    userAgent: 'storecheck (k6)',
    setupTimeout: `${Math.ceil(longestWindow * 3 + 120)}s`,
    teardownTimeout: '60s',
    systemTags: ['scenario', 'status'],
    ...clientCertificate(),
  };
}

/** The certificate that k6 shows: PEM files. Their paths are not in the configuration, which is recorded. */
function clientCertificate(): { tlsAuth?: { cert: string; key: string }[] } {
  const { CLIENT_CERT: cert, CLIENT_KEY: key } = __ENV;
  return cert === undefined || key === undefined ? {} : { tlsAuth: [{ cert: open(cert), key: open(key) }] };
}
