import type { Env } from '../environment.ts';

/** The client certificate and its private key (PEM) as absolute paths. k6 reads them itself, without a copy of the key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** The route of k6 to the service. */
export interface K6Route {
  /** The source of k6's environment; SSL_CERT_FILE in it names a private CA. */
  readonly env: Env;
  /** Whether k6 uses the proxy variables of `env`; default false. */
  readonly proxy?: boolean;
  readonly certificate?: CertificateFiles | undefined;
}
