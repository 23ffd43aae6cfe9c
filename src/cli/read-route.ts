import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Route as ClientRoute } from '../client/send.ts';
import { codeOf } from './error-code.ts';
import type { FromFile } from './from-file.ts';
import type { SendingOptions } from './options.ts';
import type { Problems } from './problems.ts';

/** The client's way to the service, and what k6 needs for the same. */
export interface Route extends ClientRoute {
  /** Path of the file that `ca` was read from. */
  readonly caFile?: string;
}

/** Reads `--proxy`, `--ca` and the target's client certificate; every problem is added, none thrown. */
export function readRoute({ proxy, ca }: SendingOptions, { target }: FromFile, problems: Problems): Route {
  if (proxy !== undefined && !/^https?:\/\/[^/@\s]+\/?$/.test(proxy))
    problems.add('--proxy is not the address of a proxy, e.g. http://proxy.example.com:3128 (without credentials)');
  const text = (path: string | undefined, what: string) =>
    path === undefined ? undefined : read(path, what, problems);
  const caText = text(ca, '--ca');
  const cert = text(target?.clientCertificate?.cert, 'clientCertificate.cert');
  const key = text(target?.clientCertificate?.key, 'clientCertificate.key');
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(ca === undefined || caText === undefined ? {} : { ca: caText, caFile: ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function read(path: string, what: string, problems: Problems): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    if (!text.includes('-----BEGIN ')) return problems.add(`${what}: ${path} holds no PEM`);
    return text;
  } catch (error) {
    const code = codeOf(error, 'unknown');
    return problems.add(`${what}: cannot read ${path} (${code})`);
  }
}

/** The surroundings that k6 takes the same way from. */
export function k6Surroundings(env: NodeJS.ProcessEnv, { proxy, caFile }: Route): NodeJS.ProcessEnv {
  return {
    ...env,
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: '' }),
    ...(caFile === undefined ? {} : { SSL_CERT_FILE: resolve(caFile) }),
  };
}
