import type { Env } from '../environment.ts';

/** The client's certificate and its private key (PEM): absolute paths. k6 reads them itself, so that no copy of the key is made. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** How k6 reaches the service. */
export interface K6Route {
  /** What k6's environment is taken from; SSL_CERT_FILE in it names an own authority. */
  readonly env: Env;
  /** Whether the proxy variables of `env` hold for the requests; default false. */
  readonly proxy?: boolean;
  readonly certificate?: CertificateFiles | undefined;
}
