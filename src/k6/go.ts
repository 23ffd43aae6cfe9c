import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Env, goEnvironment } from './environment.ts';

/** go.mod of k6 2.2.0 says `go 1.25.0`. */
const OLDEST = [1, 25] as const;

/** Whether a Go that can build k6 is there: its version, or why not. */
export async function goVersion(env: Env): Promise<{ readonly version: string } | { readonly problem: string }> {
  try {
    const { stdout } = await promisify(execFile)('go', ['version'], { env: goEnvironment(env), timeout: 20_000 });
    const match = /\bgo(\d+)\.(\d+)\S*/.exec(stdout);
    if (match === null) return { problem: 'Go does not tell its version' };
    const [version, major, minor] = [match[0], Number(match[1]), Number(match[2])];
    const enough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    return enough
      ? { version }
      : { problem: `${version} is too old to build k6: it needs Go ${OLDEST.join('.')} or newer` };
  } catch {
    return { problem: 'there is no Go on PATH to build k6 with' };
  }
}
