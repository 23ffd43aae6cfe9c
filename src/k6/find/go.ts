import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Env } from '../../io/env.ts';
import { codeOf } from '../../io/error-code.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';
import { K6BuildError } from './errors.ts';

/** The `go` line in go.mod of k6 2.2.0 is `go 1.25.0`. */
const OLDEST = [1, 25] as const;

/** Why the Go on PATH cannot build k6, or undefined. */
export async function whyNoGo(env: Env): Promise<K6SearchProblem | undefined> {
  try {
    const { stdout } = await promisify(execFile)('go', ['version'], {
      // In the user's folder, a go.mod could make Go download another Go first.
      cwd: tmpdir(),
      env: { ...goEnvironment(env), GOTOOLCHAIN: 'local' },
      timeout: 20_000,
    });
    const [version = '', major, minor] = /\bgo(\d+)\.(\d+)\S*/.exec(stdout) ?? [];
    const isEnough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
    return isEnough ? undefined : k6Missing('go-too-old', { version: version.slice(2), oldest: OLDEST.join('.') });
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? k6Missing('no-go') : k6Missing('go-failed', { output: lastOf(String(error)) });
  }
}

const TAIL = 600;
const lastOf = (text: string) =>
  text
    .trim()
    .slice(-TAIL)
    .replace(/(\/\/)[^/@\s]+@/g, '$1…@');

/** Runs Go in its own process group, which is killed with its compilers if `signal` is aborted or this process ends. Throws a K6BuildError. */
export function runGo(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const detached = process.platform !== 'win32';
    const child = spawn('go', args, { cwd, env, detached, windowsHide: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => killTree(child);
    const cancel = lastResort(kill);
    signal?.addEventListener('abort', kill, { once: true });
    if (signal?.aborted === true) kill();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-10 * TAIL);
    });
    const end = (error?: Error) => {
      cancel();
      signal?.removeEventListener('abort', kill);
      if (error === undefined) resolve();
      else reject(error);
    };
    child.on('error', end);
    child.on('close', (code) =>
      end(code === 0 ? undefined : new K6BuildError(k6Missing('go-failed', { output: lastOf(stderr) }))),
    );
  });
}

function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
