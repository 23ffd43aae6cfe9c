import { mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCode } from './files.ts';
import { isRunning, type ProcessIdentity, THIS_PROCESS } from './process-identity.ts';

export interface LockOwner extends ProcessIdentity {
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A lock that another process holds, which runs, or may run on another host. Without an owner, a file is in its place. */
interface Held {
  readonly owner?: LockOwner;
  /** Names the file and the fix. */
  readonly problem: string;
}

/** Milliseconds: another process may hold the lock for a moment, and it may change hands while this process reads it. */
const PATIENCE_MS = 200;
const PAUSE_MS = 5;

/**
 * Takes a lock, also one that a dead process of this host has left, unless another process still has it after `patienceMs`.
 * A lock is a folder with one file that names its owner. Renaming the folder into place fails as long as another file is in it.
 * Each owner's file has another name: a process that removes a dead owner too late cannot remove the next one.
 * The package proper-lockfile recognises a dead owner only by the age of its lock, and does not say who holds one.
 */
export function takeLock(path: string, now: number, patienceMs = PATIENCE_MS): { readonly release: () => void } | Held {
  const ready = mkdtempSync(`${path}.`);
  const file = join(path, basename(ready));
  try {
    writeFileSync(join(ready, basename(ready)), JSON.stringify({ ...THIS_PROCESS, since: now } satisfies LockOwner));
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        renameSync(ready, path);
        return { release: () => remove(file) };
      } catch (error) {
        const held = heldBy(path);
        if (held !== undefined && waited >= patienceMs) return held;
        if (waited >= patienceMs) throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } finally {
    rmSync(ready, { recursive: true, force: true });
  }
}

/** Who holds the lock. Undefined if it is free. Removes the file that a dead process has left. */
function heldBy(path: string): Held | undefined {
  try {
    for (const name of readdirSync(path)) {
      const file = join(path, name);
      const owner = livingOwner(readFileSync(file, 'utf8'));
      if (owner !== undefined) return { owner, problem: problemWith(file, owner) };
      remove(file);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return { problem: `${path} must be a folder, not a file: remove it` };
    // The owner has just released the lock.
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return undefined;
}

const problemWith = (file: string, { pid, host, since }: LockOwner) =>
  `process ${pid} on ${host} has held ${file} since ${new Date(since).toISOString()}: wait until it has ended, or remove the file if it has`;

/** Removes the file of a lock, and the folder if no other process has taken it. */
function remove(file: string): void {
  rmSync(file, { force: true });
  try {
    rmdirSync(dirname(file));
  } catch {
    // Another process has its file there, or has removed the folder.
  }
}

/** The owner that a lock's file names. Undefined if it is dead, or if the text names none. */
function livingOwner(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as LockOwner;
    return isRunning(owner) === false ? undefined : owner;
  } catch {
    return undefined;
  }
}
