import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../io/clock.ts';
import type { K6Query } from '../../io/k6-launcher.ts';
import { isRunning, LockedError, takeLock } from '../../io/lock.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { k6Missing } from '../../text/k6.ts';
import { goEnvironment } from '../environment.ts';
import { lastResort } from '../run/last-resort.ts';
import { type CachePlace, cachedVersion, distrust } from './cache.ts';
import { cacheFailure, K6BuildError } from './errors.ts';
import { runGo } from './go.ts';
import { versionOf } from './version.ts';

export interface BuildOptions extends Pick<K6Query, 'moduleDir' | 'env' | 'onProgress' | 'signal'> {
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
