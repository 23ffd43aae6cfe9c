import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../io/clock.ts';
import { codeOf } from '../../io/error-code.ts';
import type { K6Query } from '../../io/k6-launcher.ts';
import { type Lock, LockedError, takeLock } from '../../io/lock.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';
import { type CachePlace, cachedVersion, distrust } from './cache.ts';
import { cacheFailure, goFailure, K6BuildError, silentProxy } from './errors.ts';
import { type GoSettings, goSettings, runGo } from './go.ts';
import { versionOf } from './version.ts';

export interface BuildOptions extends Pick<K6Query, 'moduleDir' | 'env' | 'onProgress' | 'signal'> {
  readonly place: CachePlace;
  readonly clock: Clock;
  /** The id of the user, or undefined on Windows. */
  readonly uid: number | undefined;
}

const BUILDING = '.building-';
/** Go may still write to the folder. */
const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;
const POLL_MS = 500;
/** A build takes 2 minutes. After so long, its process counts as dead for those of other hosts. */
const LONGEST_MS = 900_000;
/** A module proxy that has sent no response at all for so long will not send one. */
const PROXY_TIMEOUT_MS = 15_000;

/**
 * Builds the pinned k6 into the cache. Only one process builds: the others wait and share its result. If it fails or dies, the next one
 * builds. Whatever happens, the cache then holds only finished builds: go writes to a folder of its own, which moves into place at the end.
 * Throws a K6BuildError, or an AbortError if `signal` is aborted.
 */
export async function buildK6(options: BuildOptions): Promise<'built' | 'shared'> {
  const { place, signal } = options;
  const made = new Set<string>();
  try {
    const lock = await takeTurn(options, made);
    if (lock === undefined) return 'shared';
    const work = `${place.folder}${BUILDING}${lock.owner.id}`;
    const clear = () => {
      try {
        rmSync(work, REMOVE);
      } finally {
        lock.release();
        removeEmpty(place.root, made);
      }
    };
    const cancel = lastResort(clear);
    try {
      await build(work, options);
    } finally {
      cancel();
      clear();
    }
    return 'built';
  } catch (error) {
    if (signal?.aborted === true) throw new DOMException('The k6 build was aborted', 'AbortError');
    throw cacheFailure(error, place.root);
  } finally {
    removeEmpty(place.root, made);
  }
}

/** Waits for the lock. Undefined if the cache then holds a finished build. */
async function takeTurn(options: BuildOptions, made: Set<string>): Promise<Lock | undefined> {
  const { place, env, clock, uid, onProgress, signal } = options;
  const began = clock.now();
  let shown = -1;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const lock = lockBuild(place, clock.now(), made);
      try {
        const reason = distrust(place, uid);
        if (reason !== undefined) throw new K6BuildError(reason);
        const cached = await cachedVersion(place, env);
        if (cached === undefined || 'problem' in cached) return lock;
      } catch (error) {
        lock.release();
        throw error;
      }
      lock.release();
      return undefined;
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      const seconds = Math.floor((clock.now() - began) / 1_000);
      if (seconds > shown) onProgress?.({ state: 'waiting', seconds, owner: error.owner });
      shown = seconds;
    }
    await clock.sleep(POLL_MS, signal);
  }
}

function lockBuild({ root, folder }: CachePlace, now: number, made: Set<string>): Lock {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Without write access for others, whatever the umask: they could replace k6.
      for (const path of makeFolder(root, 0o755)) made.add(path);
      return takeLock(`${folder}.lock`, { purpose: 'k6 build', now, until: now + LONGEST_MS });
    } catch (error) {
      // A build that failed has just removed the empty folder.
      if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
    }
  }
}

async function build(work: string, options: BuildOptions): Promise<void> {
  const { moduleDir, place, env, clock, onProgress, signal } = options;
  const began = clock.now();
  onProgress?.({ state: 'building', seconds: 0 });
  const stopTick = clock.every(1_000, () =>
    onProgress?.({ state: 'building', seconds: Math.round((clock.now() - began) / 1_000) }),
  );
  try {
    // Of processes that were killed. Their Go ends without its folder.
    const left = readdirSync(place.root).filter((name) => name.startsWith(`${basename(place.folder)}${BUILDING}`));
    for (const name of left) rmSync(join(place.root, name), REMOVE);
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
    // A folder there is of a k6 that does not start.
    await rm(place.folder, { recursive: true, force: true });
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

/** Removes storecheck's cache folders and those that this process `made`, if they are empty. */
function removeEmpty(root: string, made: ReadonlySet<string>): void {
  for (const folder of new Set([root, dirname(root), ...made])) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not empty, or gone.
    }
  }
}
