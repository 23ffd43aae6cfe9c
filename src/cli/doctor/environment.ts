import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/index.ts';
import { bad, type Line, ok, warn } from '../../run/doctor/line.ts';
import { findExistingK6 } from '../find-k6.ts';

/** What this machine brings along: Node, k6, and the way to the service. */
export async function environmentLines(k6: string | undefined, proxy: string | undefined, io: Io): Promise<Line[]> {
  return [nodeLine(io.machine.nodeVersion), await k6Line(k6, io), proxyLine(io.env, proxy)];
}

function nodeLine(version: string): Line {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 18)
    ? ok('Node', version)
    : bad('Node', version, 'Node 20.18.1 or later is needed.');
}

async function k6Line(path: string | undefined, io: Io): Promise<Line> {
  try {
    const found = await findExistingK6(path, io);
    return ok('k6', `${found.version} at ${found.path} (${found.source})`);
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return warn(
      'k6',
      `not found (${error.notes.join('; ')}): check works without, limits does not`,
      'storecheck k6 install builds the pinned one (Go 1.25 or newer); other ways: storecheck k6 path',
    );
  }
}

/** The client goes straight to the service: a proxy that the surroundings name is told, so that nobody is surprised. */
function proxyLine(env: Env, used: string | undefined): Line {
  if (used !== undefined) return ok('proxy', `${used} is used`);
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  return names.length === 0
    ? ok('proxy', 'none in the surroundings')
    : warn(
        'proxy',
        `${names.join(', ')} is set and not used: requests go straight to the service`,
        'Where only the proxy reaches the service, use --proxy URL.',
      );
}
