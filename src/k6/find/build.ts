import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../io/clock.ts';
import type { Env } from '../../io/env.ts';
import type { K6Query } from '../../io/k6-launcher.ts';
import { type Lock, LockedError, takeLock } from '../../io/lock.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';
import { type CachePlace, cachedVersion, distrust } from './cache.ts';
import { cacheFailure, goFailure, K6BuildError } from './errors.ts';
import { runGo } from './go.ts';
import { versionOf } from './version.ts';

export interface BuildOptions extends Pick<K6Query, 'moduleDir' | 'env' | 'onProgress' | 'signal'> {
  readonly place: CachePlace;
  readonly clock: Clock;
  /** The id of the user, or undefined on Windows. */
  readonly uid: number | undefined;
}

const HEARTBEAT_MS = 5_000;
const POLL_MS = 500;
/** A process of another host counts as dead if it has not touched its lock for this long. */
const STALE_MS = 60_000;

/**
 * Builds the pinned k6 into the cache. Only one process builds: the others wait and share its result. If it fails or dies, the next one
 * builds. Whatever happens, the cache then holds only finished builds: go writes to a folder of its own, which moves into place at the end.
 * Throws a K6BuildError, or an AbortError if `signal` is aborted.
 */
export async function buildK6(options: BuildOptions): Promise<'built' | 'shared'> {
  const { place, clock, signal } = options;
  try {
    const lock = await takeTurn(options);
    if (lock === undefined) return 'shared';
    const work = `${place.folder}.building-${lock.owner.id}`;
    const clear = () => {
      try {
        removeFolder(work);
      } finally {
        lock.release();
      }
    };
    const cancel = lastResort(clear);
    const stopHeart = clock.every(HEARTBEAT_MS, () => lock.touch(clock.now()));
    try {
      await build(work, lock, options);
    } finally {
      stopHeart();
      cancel();
      clear();
    }
    return 'built';
  } catch (error) {
    if (signal?.aborted === true) throw new DOMException('The k6 build was aborted', 'AbortError');
    throw cacheFailure(error, place.root);
  }
}

const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });

/** Waits for the lock. Undefined if the cache then holds a finished build. */
async function takeTurn({ place, env, clock, uid, onProgress, signal }: BuildOptions): Promise<Lock | undefined> {
  const began = clock.now();
  let shown = -1;
  for (;;) {
    signal?.throwIfAborted();
    try {
      // Without write access for others, whatever the umask: they could replace k6.
      makeFolder(place.root, 0o755);
      const lock = takeLock(`${place.folder}.lock`, {
        purpose: 'k6 build',
        now: clock.now(),
        staleAfter: STALE_MS,
      });
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

async function build(work: string, lock: Lock, options: BuildOptions): Promise<void> {
  const { moduleDir, place, env, clock, onProgress, signal } = options;
  const began = clock.now();
  onProgress?.({ state: 'building', seconds: 0 });
  const stopTick = clock.every(1_000, () =>
    onProgress?.({ state: 'building', seconds: Math.round((clock.now() - began) / 1_000) }),
  );
  try {
    // Nothing cleans up behind a SIGKILL. A Go that survived it ends without its folder.
    for (const name of readdirSync(place.root))
      if (name.startsWith(`${basename(place.folder)}.building-`)) removeFolder(join(place.root, name));
    const [out, temporary] = [join(work, 'out'), join(work, 'tmp')];
    for (const folder of [work, out, temporary]) mkdirSync(folder, { mode: 0o755 });
    const binary = join(out, basename(place.binary));
    const goEnv = { ...goEnvironment(env), GOTMPDIR: temporary, TMPDIR: temporary };
    const args = ['build', '-trimpath', '-ldflags=-s -w', '-mod=readonly', '-o', binary, 'go.k6.io/k6/v2'];
    const { failure, stderr } = await runGo(args, moduleDir, goEnv, signal);
    if (failure !== undefined) throw goFailure(failure, stderr, place.root);
    chmodSync(binary, statSync(binary).mode & 0o755);
    const built = await versionOf(binary, env);
    if ('problem' in built) throw new K6BuildError(built.problem);
    lock.touch(clock.now());
    await takePlace(out, place, env);
  } finally {
    stopTick();
  }
}

/** Moves a finished build into place. A folder there is of a k6 that does not start, or of a process that took this one for dead. */
async function takePlace(out: string, place: CachePlace, env: Env): Promise<void> {
  try {
    await rename(out, place.folder);
  } catch {
    const cached = await cachedVersion(place, env);
    if (cached !== undefined && 'version' in cached) return;
    await rm(place.folder, { recursive: true, force: true });
    await rename(out, place.folder);
  }
}
