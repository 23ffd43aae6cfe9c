import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/index.ts';
import { type DoctorLine, doctorLine } from '../../text/doctor.ts';
import { findExistingK6 } from '../find-k6.ts';

/** The environment on this machine: Node, k6 and the proxy. */
export async function environmentLines(
  k6: string | undefined,
  proxy: string | undefined,
  io: Io,
): Promise<DoctorLine[]> {
  return [nodeLine(io.machine.nodeVersion), await k6Line(k6, io), proxyLine(io.env, proxy)];
}

function nodeLine(version: string): DoctorLine {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return doctorLine(major > 20 || (major === 20 && minor >= 18) ? 'node' : 'node-too-old', { version });
}

async function k6Line(path: string | undefined, io: Io): Promise<DoctorLine> {
  try {
    const { version, path: at, source } = await findExistingK6(path, io);
    return doctorLine('k6-found', { version, path: at, source });
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return doctorLine('k6-not-found', { problems: error.notes.map(({ reason }) => reason).join('; ') });
  }
}

/** Warns if a proxy variable is set, because storecheck ignores it. */
function proxyLine(env: Env, used: string | undefined): DoctorLine {
  if (used !== undefined) return doctorLine('proxy-used', { proxy: used });
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  return names.length === 0 ? doctorLine('no-proxy', {}) : doctorLine('proxy-ignored', { names });
}
