import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/index.ts';
import { bad, type Line, ok, warn } from '../../run/doctor.ts';
import { findExistingK6 } from '../find-k6.ts';

/** The environment on this machine: Node, k6 and the proxy. */
export async function environmentLines(k6: string | undefined, proxy: string | undefined, io: Io): Promise<Line[]> {
  return [nodeLine(io.machine.nodeVersion), await k6Line(k6, io), proxyLine(io.env, proxy)];
}

function nodeLine(version: string): Line {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 18)
    ? ok('Node', version)
    : bad('Node', version, 'storecheck needs Node 20.18.1 or later.');
}

async function k6Line(path: string | undefined, io: Io): Promise<Line> {
  try {
    const found = await findExistingK6(path, io);
    return ok('k6', `${found.version} at ${found.path} (${found.source})`);
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return warn(
      'k6',
      `not found (${error.notes.join('; ')}): check works without k6, limits does not`,
      'storecheck k6 install builds the pinned version (needs Go 1.25 or later); storecheck k6 path lists other ways.',
    );
  }
}

/** Warns if a proxy variable is set, because storecheck ignores it. */
function proxyLine(env: Env, used: string | undefined): Line {
  if (used !== undefined) return ok('proxy', `uses ${used}`);
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  return names.length === 0
    ? ok('proxy', 'No proxy variables set')
    : warn(
        'proxy',
        `${names.join(', ')} is set but ignored: requests go directly to the service`,
        'If only the proxy reaches the service, use --proxy URL.',
      );
}
