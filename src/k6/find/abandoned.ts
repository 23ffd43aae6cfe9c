import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { takeLock } from '../../io/lock.ts';
import type { CachePlace } from './cache.ts';

/** A process of another host counts as dead if it has not touched its lock for this long. */
export const STALE_MS = 60_000;

/** Removes the locks and build folders of dead processes, and ends their Go. `isHeld`: the caller holds the lock of `place`. Never throws. */
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
    endProcessesIn(join(root, name));
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** Linux: kills Go and its compilers that still work in an abandoned build folder. Elsewhere Go ends because its folder is gone. */
function endProcessesIn(work: string): void {
  const variable = `GOTMPDIR=${join(work, 'tmp')}\0`;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const pids = namesIn('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(variable));
    if (pids.length === 0) return;
    for (const pid of pids) kill(Number(pid));
  }
}

/** Empty for processes of other users, and for those that have ended. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Empty if the folder cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
