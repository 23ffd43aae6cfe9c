import { LockedError, type LockOwner, lockOwner, takeLock } from '../io/lock.ts';
import { isRunning } from '../io/process-identity.ts';

export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError' as const;
}

/** Locks the key of a ledger and returns the function that unlocks it. Throws a KeyInUseError that names the other run. */
export function lockKey(ledger: string, run: string, now: number): () => void {
  const path = lockOf(ledger);
  try {
    return takeLock(path, run, now);
  } catch (error) {
    throw error instanceof LockedError ? inUse(path, error.owner) : error;
  }
}

/** Throws a KeyInUseError if another run holds the key of this ledger. */
export function assertUnlocked(ledger: string): void {
  const path = lockOf(ledger);
  const owner = lockOwner(path);
  if (owner !== undefined) throw inUse(path, owner);
}

const lockOf = (ledger: string) => `${ledger}.lock`;

function inUse(path: string, owner: LockOwner): KeyInUseError {
  const { purpose, pid, host, since } = owner;
  const advice = isRunning(owner) === undefined ? `, or remove ${path} if it has ended` : '';
  return new KeyInUseError(
    `run ${purpose} (process ${pid} on ${host}, since ${new Date(since).toISOString()}) uses this key: wait until it has ended${advice}`,
  );
}
