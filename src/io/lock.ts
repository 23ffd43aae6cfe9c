import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { codeOf } from './error-code.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

export interface LockOwner extends ProcessIdentity {
  /** Random and never reused. */
  readonly id: string;
  /** What the lock is held for, e.g. a run's id. */
  readonly purpose: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** When its work has ended at the latest, in milliseconds since 1970. */
  readonly until?: number;
}

export interface LockOptions {
  readonly purpose: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** After this moment, in milliseconds since 1970, the lock counts as over for processes of other hosts. */
  readonly until?: number | undefined;
}

export type Lock = ReturnType<typeof lockOf>;

/** A living process holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError' as const;
  readonly owner: LockOwner;

  constructor(path: string, owner: LockOwner) {
    super(`${path} is locked by process ${owner.pid} on ${owner.host}`);
    this.owner = owner;
  }
}

/** Other processes interfere only for a moment. */
const ATTEMPTS = 20;

/**
 * Creates a lock file, or takes over the one of a dead process. Throws a LockedError if a living process holds it.
 *
 * Two processes never both take over the same lock. To take over, a process first takes a second lock, named after the content of the
 * dead one. Content is never reused, so a process that comes late sees other content and starts again. The file is replaced in one step
 * and never absent, so no other process can create it meanwhile.
 *
 * proper-lockfile would notice a dead owner only by the age of its lock, names no owner, and takes the time from the system.
 */
export function takeLock(path: string, options: LockOptions): Lock {
  const { purpose, now, until } = options;
  const owner: LockOwner = {
    ...identify(process.pid),
    id: randomBytes(6).toString('hex'),
    purpose,
    since: now,
    ...(until === undefined ? {} : { until }),
  };
  const text = JSON.stringify(owner);
  const temporary = `${path}.${owner.id}`;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      writeFileSync(temporary, text);
      if (create(path, temporary, text) || takeOver(path, temporary, options)) return lockOf(path, owner, text);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  throw new Error(`Cannot take the lock ${path}: its content changes all the time`);
}

/** The living process that holds the lock, or undefined. Changes nothing. */
export function lockOwner(path: string, options: Pick<LockOptions, 'now'>): LockOwner | undefined {
  const text = textOf(path);
  const owner = text === undefined ? undefined : ownerOf(text);
  return owner !== undefined && isAlive(owner, options) ? owner : undefined;
}

function lockOf(path: string, owner: LockOwner, text: string) {
  return {
    owner,
    /** Removes the lock file, unless another process has taken the lock over. */
    release: () => {
      if (textOf(path) === text) rmSync(path, { force: true });
    },
  };
}

/** A link appears with its content, so that no process reads an empty lock file. False if there is a lock already. */
function create(path: string, temporary: string, text: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Some network and USB file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
  }
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** False if the lock has changed meanwhile. */
function takeOver(path: string, temporary: string, options: LockOptions): boolean {
  const text = textOf(path);
  if (text === undefined) return false;
  const owner = ownerOf(text);
  if (owner !== undefined && isAlive(owner, options)) throw new LockedError(path, owner);
  const guard = takeLock(`${path}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`, options);
  try {
    if (textOf(path) !== text) return false;
    renameSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    guard.release();
  }
}

/** A process of another host is alive until the moment that its lock names. */
const isAlive = (owner: LockOwner, { now }: Pick<LockOptions, 'now'>): boolean =>
  isRunning(owner) ?? now <= (owner.until ?? Number.POSITIVE_INFINITY);

/** Undefined if the text names no owner: a process died while it wrote it, on a file system without hard links. */
function ownerOf(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<LockOwner> | null;
    const isOwner =
      Number.isSafeInteger(owner?.pid) &&
      Number(owner?.pid) > 0 &&
      typeof owner?.host === 'string' &&
      typeof owner.purpose === 'string';
    return isOwner ? (owner as LockOwner) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // ENOTDIR: what should be a folder is a file, so there is no lock.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
