import { minuteOf } from '../exchange/index.ts';
import { LockedError, type LockOwner, lockOwner, takeLock } from '../io/lock.ts';
import { isRunning } from '../io/process-identity.ts';

export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError' as const;
}

/**
 * Locks the key of a ledger and returns the function that unlocks it. Takes over the lock of a dead process, or of another host if its run
 * must have ended. Throws a KeyInUseError that names the other run.
 */
export function lockKey(ledger: string, run: string, now: number, until?: number): () => void {
  const path = lockOf(ledger);
  try {
    return takeLock(path, { purpose: run, now, until }).release;
  } catch (error) {
    throw error instanceof LockedError ? inUse(path, error.owner) : error;
  }
}

/** Throws a KeyInUseError if another run holds the key of this ledger. */
export function assertUnlocked(ledger: string, now: number): void {
  const path = lockOf(ledger);
  const owner = lockOwner(path, { now });
  if (owner !== undefined) throw inUse(path, owner);
}

const lockOf = (ledger: string) => `${ledger}.lock`;

function inUse(path: string, owner: LockOwner): KeyInUseError {
  const { until } = owner;
  const latest = until === undefined ? '' : ` (at the latest until ${minuteOf(until)})`;
  const advice = isRunning(owner) === undefined ? `${latest}, or remove ${path} if it has ended` : '';
  return new KeyInUseError(
    `run ${owner.purpose} (process ${owner.pid} on ${owner.host}) uses this key: wait until it has ended${advice}`,
  );
}
