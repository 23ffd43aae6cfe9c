import type { Threshold } from 'k6/options';
import { clientCertificate } from './client-certificate.ts';
import type { Scenarios } from './scenario.ts';

/**
 * Options of all scripts. noConnectionReuse: if the server closes a reused connection, Go repeats a GET unseen (k6
 * counted 30 requests, the server 44). systemTags: only those that a threshold uses, for fewer samples and less memory.
 */
export function optionsFor(scenarios: Scenarios, thresholds: Record<string, Threshold[]>, longestWindow: number) {
  return {
    scenarios,
    thresholds,
    noConnectionReuse: true,
    maxRedirects: 0,
    userAgent: 'storecheck (k6)',
    setupTimeout: `${Math.ceil(longestWindow * 3 + 120)}s`,
    teardownTimeout: '60s',
    systemTags: ['scenario', 'status'],
    ...clientCertificate(__ENV, open),
  };
}
