import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../io/clock.ts';
import { codeOf, makeFolder } from '../../io/files.ts';
import type { Env, K6Query } from '../../io/io.ts';
import { isRunning, LockedError, takeLock } from '../../io/lock.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { goEnvironment } from '../run/arguments.ts';
import { lastResort } from '../run/child.ts';
import { type CachePlace, cachedVersion, distrust, versionOf } from './cache.ts';
import { cacheFailure, K6BuildError } from './errors.ts';

interface BuildOptions extends Pick<K6Query, 'moduleDir' | 'env' | 'onProgress' | 'signal'> {
  readonly place: CachePlace;
  readonly clock: Clock;
  /** The id of the user, or undefined on Windows. */
  readonly uid: number | undefined;
}

const POLL_MS = 500;

/**
 * Builds the pinned k6 into the cache, under one lock: other processes of this host wait and share the result. Go writes to a folder of
 * its own, which moves into place at the end, so that the cache holds only finished builds. Throws a K6BuildError, or an AbortError if
 * `signal` is aborted.
 */
export async function buildK6(options: BuildOptions): Promise<'built' | 'shared'> {
  const { place, env, signal } = options;
  try {
    // Without write access for others, whatever the umask: they could replace k6.
    makeFolder(place.root, 0o755);
    const release = await takeTurn(options);
    try {
      const reason = distrust(place, options.uid);
      if (reason !== undefined) throw new K6BuildError(reason);
      const cached = await cachedVersion(place, env);
      if (cached !== undefined && 'version' in cached) return 'shared';
      await build(options);
      return 'built';
    } finally {
      release();
    }
  } catch (error) {
    if (signal?.aborted === true) throw new DOMException('The k6 build was aborted', 'AbortError');
    throw cacheFailure(error, place.root);
  }
}

/** Waits for the lock, and returns the function that releases it. */
async function takeTurn({ place, clock, onProgress, signal }: BuildOptions): Promise<() => void> {
  const path = `${place.folder}.lock`;
  const began = clock.now();
  let shown = -1;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return lastResortOf(takeLock(path, 'k6 build', Math.floor(clock.now())));
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      const { owner } = error;
      const { pid, host, since } = owner;
      const age = Math.max(0, Math.round((clock.now() - since) / 60_000));
      // Another host, whose processes this one cannot see.
      if (isRunning(owner) === undefined)
        throw new K6BuildError(k6Missing('built-elsewhere', { pid, host, age, lock: path }));
      const seconds = Math.floor((clock.now() - began) / 1_000);
      if (seconds > shown) onProgress?.({ state: 'waiting', seconds, owner });
      shown = seconds;
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** The function, which is also called if this process ends before. */
function lastResortOf(undo: () => void): () => void {
  const cancel = lastResort(undo);
  return () => {
    cancel();
    undo();
  };
}

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/** Builds in a folder that is removed at the end, after those that killed processes left. */
async function build({ moduleDir, place, env, clock, onProgress, signal }: BuildOptions): Promise<void> {
  const { root, folder } = place;
  const prefix = `${basename(folder)}.building-`;
  for (const name of readdirSync(root)) if (name.startsWith(prefix)) await rm(join(root, name), REMOVAL);
  const work = join(root, `${prefix}${process.pid}`);
  const clear = lastResortOf(() => rmSync(work, REMOVAL));
  const began = clock.now();
  onProgress?.({ state: 'building', seconds: 0 });
  const stopTick = clock.every(1_000, () =>
    onProgress?.({ state: 'building', seconds: Math.round((clock.now() - began) / 1_000) }),
  );
  try {
    for (const path of [work, join(work, 'out'), join(work, 'tmp')]) mkdirSync(path, { mode: 0o755 });
    const binary = join(work, 'out', basename(place.binary));
    const temporary = { GOTMPDIR: join(work, 'tmp'), TMPDIR: join(work, 'tmp') };
    const args = ['build', '-trimpath', '-ldflags=-s -w', '-mod=readonly', '-o', binary, 'go.k6.io/k6/v2'];
    await runGo(args, moduleDir, { ...goEnvironment(env), ...temporary }, signal);
    chmodSync(binary, statSync(binary).mode & 0o755);
    const built = await versionOf(binary, env);
    if ('problem' in built) throw new K6BuildError(built.problem);
    // The lock is held, so a folder there has a k6 that does not start.
    await rm(folder, REMOVAL);
    await rename(join(work, 'out'), folder);
  } finally {
    stopTick();
    clear();
  }
}

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
function runGo(
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
