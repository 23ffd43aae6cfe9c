import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Env } from '../../io/env.ts';
import { codeOf } from '../../io/error-code.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';

/** The `go` line in go.mod of k6 2.2.0 is `go 1.25.0`. */
const OLDEST = [1, 25] as const;

/** Version of the Go on PATH, or why it cannot build k6. */
export async function goVersion(
  env: Env,
): Promise<{ readonly version: string } | { readonly problem: K6SearchProblem }> {
  try {
    const { stdout } = await promisify(execFile)('go', ['version'], {
      // In the user's folder, a go.mod could make Go download another Go first.
      cwd: tmpdir(),
      env: { ...goEnvironment(env), GOTOOLCHAIN: 'local' },
      timeout: 20_000,
    });
    const match = /\bgo(\d+)\.(\d+)\S*/.exec(stdout);
    if (match === null) return { problem: k6Missing('go-without-version') };
    const [version, major, minor] = [match[0], Number(match[1]), Number(match[2])];
    const isEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    return isEnough
      ? { version }
      : { problem: k6Missing('go-too-old', { version: version.slice(2), oldest: OLDEST.join('.') }) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { problem: k6Missing('no-go') };
    const failure = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    return { problem: k6Missing('go-version-failed', { failure }) };
  }
}

export interface GoSettings {
  readonly cache?: string;
  readonly modules?: string;
  readonly proxy: string;
}

/** Where Go keeps its caches and from where it downloads modules, by variables and by `go env -w`. */
export async function goSettings(env: Env, cwd: string): Promise<GoSettings> {
  try {
    const args = ['env', '-json', 'GOCACHE', 'GOMODCACHE', 'GOPROXY'];
    const { stdout } = await promisify(execFile)('go', args, { cwd, env: goEnvironment(env), timeout: 20_000 });
    const { GOCACHE = '', GOMODCACHE = '', GOPROXY = '' } = JSON.parse(stdout) as Record<string, string>;
    return {
      // Go says `off` if neither HOME nor XDG_CACHE_HOME is set.
      ...(GOCACHE === '' || GOCACHE === 'off' ? {} : { cache: GOCACHE }),
      ...(GOMODCACHE === '' ? {} : { modules: GOMODCACHE }),
      proxy: GOPROXY,
    };
  } catch {
    return { proxy: env['GOPROXY'] ?? '' };
  }
}

const TAIL = 100_000;

/** Runs Go in its own process group, which is killed with its compilers if `signal` is aborted or this process ends. `failure`: e.g. `exit code 1`. */
export function runGo(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  signal?: AbortSignal,
  onStderr?: (chunk: string) => void,
): Promise<{ failure?: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const detached = process.platform !== 'win32';
    const child = spawn('go', args, { cwd, env, detached, windowsHide: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => killTree(child);
    const cancel = lastResort(kill);
    signal?.addEventListener('abort', kill, { once: true });
    if (signal?.aborted === true) kill();
    const settle = () => {
      cancel();
      signal?.removeEventListener('abort', kill);
    };
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-TAIL);
      onStderr?.(chunk);
    });
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, killedBy) => {
      settle();
      const failure = code === null ? `killed by ${killedBy}` : `exit code ${code}`;
      resolve(code === 0 ? { stderr } : { failure, stderr });
    });
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
