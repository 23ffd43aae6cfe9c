import type { Env } from './config.ts';

/**
 * The client certificate of k6: PEM files in CLIENT_CERT and CLIENT_KEY, both or none. Not part of the configuration,
 * which is written to the journal.
 */
export function clientCertificate(
  env: Env,
  read: (path: string) => string,
): { tlsAuth?: { cert: string; key: string }[] } {
  const { CLIENT_CERT: cert, CLIENT_KEY: key } = env;
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) throw new Error('CLIENT_CERT and CLIENT_KEY belong together');
  return { tlsAuth: [{ cert: read(cert), key: read(key) }] };
}
