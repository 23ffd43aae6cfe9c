import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from './files.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

export interface LockOwner extends ProcessIdentity {
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Another process holds the lock: it runs, or this host cannot tell. */
export class LockedError extends Error {
  override readonly name = 'LockedError' as const;
  readonly owner: LockOwner;

  constructor(path: string, owner: LockOwner) {
    const since = new Date(owner.since).toISOString();
    super(
      `process ${owner.pid} on ${owner.host} has held ${path} since ${since}: wait until it has ended, or remove the file if it has`,
    );
    this.owner = owner;
  }
}

/** Processes that remove a dead lock interfere only for a moment; one that is starting on a busy machine takes milliseconds for it. */
const MOMENT_MS = 200;
const PAUSE_MS = 5;

/**
 * Creates a lock file, or replaces the one of a dead process of this host, and returns the function that removes it. Throws a LockedError
 * if another process still has it after `patienceMs`.
 * proper-lockfile knows a dead process only by the age of its lock, and names none.
 */
export function takeLock(path: string, now: number, patienceMs = 0): () => void {
  const text = JSON.stringify({ ...identify(), since: now } satisfies LockOwner);
  // Not the pid alone: processes of two containers that share the folder may have the same.
  const temporary = `${path}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  writeFileSync(temporary, text);
  try {
    for (let waited = 0; waited <= patienceMs + MOMENT_MS; waited += PAUSE_MS) {
      // A link appears with its content, so that no process reads an empty lock file.
      if (isNew(() => linkSync(temporary, path)))
        return () => {
          // It may be another lock by now.
          if (textOf(path) === text) rmSync(path, { force: true });
        };
      const owner = livingOwner(textOf(path) ?? '');
      if (owner !== undefined && waited >= patienceMs) throw new LockedError(path, owner);
      if (owner !== undefined || !removeDead(path))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  throw new Error(`Cannot take the lock ${path}: if no storecheck is running, remove ${path} and ${guardOf(path)}`);
}

function isNew(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const guardOf = (path: string) => `${path}.removal`;

/**
 * Removes the lock of a dead process; false if another process is doing so. The guard lets in one at a time, and only a file that is
 * there is judged: a late remover would else take the lock that the next owner is just making.
 */
function removeDead(path: string): boolean {
  const guard = guardOf(path);
  if (!isNew(() => mkdirSync(guard))) return false;
  try {
    const text = textOf(path);
    if (text !== undefined && livingOwner(text) === undefined) rmSync(path, { force: true });
    return true;
  } finally {
    rmdirSync(guard);
  }
}

/** Undefined if the owner of a lock with this text is dead, or if it names none. */
function livingOwner(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as LockOwner;
    return isRunning(owner) === false ? undefined : owner;
  } catch {
    return undefined;
  }
}

/** Undefined without a lock. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
