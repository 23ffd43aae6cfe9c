import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../io/clock.ts';
import type { K6Query } from '../../io/k6-launcher.ts';
import { isRunning, LockedError, takeLock } from '../../io/lock.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';
import { type CachePlace, cachedVersion, distrust } from './cache.ts';
import { builtElsewhere, cacheFailure, goFailure, K6BuildError, silentProxy } from './errors.ts';
import { type GoSettings, goSettings, runGo } from './go.ts';
import { versionOf } from './version.ts';

export interface BuildOptions extends Pick<K6Query, 'moduleDir' | 'env' | 'onProgress' | 'signal'> {
  readonly place: CachePlace;
  readonly clock: Clock;
  /** The id of the user, or undefined on Windows. */
  readonly uid: number | undefined;
}

const POLL_MS = 500;
/** A module proxy that has sent no response at all for so long will not send one. */
const PROXY_TIMEOUT_MS = 15_000;

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
      await buildIn(`${place.folder}.building-${process.pid}`, options);
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
      if (isRunning(owner) === undefined) throw builtElsewhere(path, owner, clock.now());
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

/** Builds in a folder that is removed at the end, after those that killed processes left. */
async function buildIn(work: string, options: BuildOptions): Promise<void> {
  const { root, folder } = options.place;
  const left = readdirSync(root).filter((name) => name.startsWith(`${basename(folder)}.building-`));
  for (const name of left) await rm(join(root, name), REMOVAL);
  const clear = lastResortOf(() => rmSync(work, REMOVAL));
  try {
    await build(work, options);
  } finally {
    clear();
  }
}

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

async function build(work: string, options: BuildOptions): Promise<void> {
  const { moduleDir, place, env, clock, onProgress, signal } = options;
  const began = clock.now();
  onProgress?.({ state: 'building', seconds: 0 });
  const stopTick = clock.every(1_000, () =>
    onProgress?.({ state: 'building', seconds: Math.round((clock.now() - began) / 1_000) }),
  );
  try {
    for (const folder of [work, join(work, 'out'), join(work, 'tmp')]) mkdirSync(folder, { mode: 0o755 });
    const settings = await goSettings(env, moduleDir);
    const folders = foldersFor(work, settings);
    // A module cache in the build folder must be removable. Go makes its own read-only.
    const flags = 'GOMODCACHE' in folders ? [...FLAGS, '-modcacherw'] : FLAGS;
    const binary = join(work, 'out', basename(place.binary));
    const go = (args: readonly string[], stop: AbortSignal | undefined, onStderr?: (chunk: string) => void) =>
      runGo(args, moduleDir, { ...goEnvironment(env), ...folders }, stop, onStderr);
    await download(
      (...more) => go(['list', '-x', '-deps', '-f', '', ...flags, MODULE], ...more),
      settings.proxy,
      options,
    );
    const end = await go(['build', '-trimpath', '-ldflags=-s -w', ...flags, '-o', binary, MODULE], signal);
    if (end.failure !== undefined) throw goFailure(end.failure, end.stderr, settings.proxy, place.root);
    chmodSync(binary, statSync(binary).mode & 0o755);
    const built = await versionOf(binary, env);
    if ('problem' in built) throw new K6BuildError(built.problem);
    // The lock is held, so a folder there has a k6 that does not start.
    await rm(place.folder, REMOVAL);
    await rename(join(work, 'out'), place.folder);
  } finally {
    stopTick();
  }
}

const MODULE = 'go.k6.io/k6/v2';
const FLAGS = ['-mod=readonly'] as const;

type List = (signal: AbortSignal | undefined, onStderr: (chunk: string) => void) => ReturnType<typeof runGo>;

/** Downloads missing modules in a step of its own: Go has no time limit for a proxy that does not respond, and `-x` shows each response. */
async function download(list: List, proxy: string, { clock, place, signal }: BuildOptions): Promise<void> {
  const stop = new AbortController();
  let cancel: (() => void) | undefined;
  const onStderr = (chunk: string) => {
    if (/^# get \S+: /m.test(chunk)) cancel?.();
    else if (/^# get /m.test(chunk)) cancel ??= clock.after(PROXY_TIMEOUT_MS, () => stop.abort());
  };
  const end = await list(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]), onStderr);
  cancel?.();
  signal?.throwIfAborted();
  if (stop.signal.aborted) throw silentProxy(proxy, PROXY_TIMEOUT_MS / 1_000);
  if (end.failure !== undefined) throw goFailure(end.failure, end.stderr, proxy, place.root);
}

/** Go's temporary files belong to the build. So do its caches if Go has no place for them: HOME can be unset or read-only. */
function foldersFor(work: string, { cache, modules }: GoSettings): Record<string, string> {
  return {
    GOTMPDIR: join(work, 'tmp'),
    TMPDIR: join(work, 'tmp'),
    ...(canWrite(cache) ? {} : { GOCACHE: join(work, 'go-cache') }),
    ...(canWrite(modules) ? {} : { GOMODCACHE: join(work, 'modules') }),
  };
}

/** Whether files can be written to the folder, or the folder can be made. */
function canWrite(folder: string | undefined): boolean {
  if (folder === undefined) return false;
  if (!existsSync(folder)) return dirname(folder) !== folder && canWrite(dirname(folder));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
