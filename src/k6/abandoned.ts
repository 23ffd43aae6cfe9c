import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRunning, type ProcessIdentity, takeLock } from '../io/lock.ts';
import type { CachePlace } from './cache.ts';
import { killGroup } from './go.ts';

/** A process of another host counts as dead if it has not touched its lock for this long. */
export const STALE_MS = 60_000;

/**
 * Removes the locks and build folders of processes that died, of all versions, and ends a Go that outlived them. `isHeld`: the caller holds
 * the lock of `place`, so that no living process owns a build folder of this version. Never throws: the cache may belong to another user.
 */
export async function removeAbandonedBuilds({ root, folder }: CachePlace, now: number, isHeld = false): Promise<void> {
  for (const build of new Set(namesIn(root).flatMap((name) => /^(.+)\.(?:lock|building-)/.exec(name)?.[1] ?? []))) {
    try {
      const options = { purpose: 'clean-up', now, staleAfter: STALE_MS };
      const lock = isHeld && build === basename(folder) ? undefined : takeLock(join(root, `${build}.lock`), options);
      try {
        await removeFolders(root, build);
      } finally {
        lock?.release();
      }
    } catch {
      // A living process builds this version, or the folder is not writable.
    }
  }
}

async function removeFolders(root: string, build: string): Promise<void> {
  for (const name of namesIn(root).filter((entry) => entry.startsWith(`${build}.building-`))) {
    endGo(join(root, name, 'go.json'));
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** Without a start time, the pid may belong to another program by now. */
function endGo(file: string): void {
  try {
    const go = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    if (go.started !== undefined && isRunning(go) === true) killGroup(go.pid);
  } catch {
    // Go had not been started.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
