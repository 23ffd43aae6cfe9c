import type { Threshold } from 'k6/options';
import { clientCertificate } from './client-certificate.ts';
import type { Scenarios } from './scenario.ts';

/**
 * Options of all scripts. noConnectionReuse: on a reused connection that the server closes, Go sends a GET again unseen (k6 counted
 * 30 requests, the server 44). systemTags: only those that a threshold names; fewer samples, less memory.
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
