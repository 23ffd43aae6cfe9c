import { LockedError, type LockOwner, lockOwner, takeLock } from '../io/lock.ts';
import { isRunning } from '../io/process-identity.ts';

/** Another run holds the key. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError' as const;
}

/**
 * Locks one key and returns its release: two runs at once would use each other's quota. Takes over the lock of a
 * dead process. Throws a KeyInUseError that names the other run.
 */
export function takeKey(path: string, run: string, now: number): () => void {
  try {
    return takeLock(path, { purpose: run, now }).release;
  } catch (error) {
    throw error instanceof LockedError ? inUse(path, error.owner) : error;
  }
}

/** Throws a KeyInUseError if a run holds the key. Takes nothing. */
export function checkKeyIsFree(path: string, now: number): void {
  const owner = lockOwner(path, { now });
  if (owner !== undefined) throw inUse(path, owner);
}

function inUse(path: string, owner: LockOwner): KeyInUseError {
  const advice = isRunning(owner) === undefined ? `, or remove ${path} if it has ended` : '';
  return new KeyInUseError(
    `run ${owner.purpose} (process ${owner.pid} on ${owner.host}) uses this key: wait until it has ended${advice}`,
  );
}
