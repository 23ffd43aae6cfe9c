import { dirname } from 'node:path';
import type { Clock } from '../io/clock.ts';
import { makeFolder } from '../io/make-folder.ts';
import type { Work } from './budget.ts';
import { type Block, isAhead, type Ledger, type LedgerEntry, pruned, type Suspicion } from './entry.ts';
import { entryOf, readLedger, writeLedger, writing } from './file.ts';
import { assertUnlocked, lockKey } from './key-lock.ts';

/** One key's ledger, held by one run from before its first request until after its last. */
export type OpenLedger = ReturnType<typeof openLedger>;

/** Reads a key's ledger without locking or writing. Throws a KeyInUseError or a LedgerError. */
export function lookUp(file: string, now: number): Ledger {
  assertUnlocked(file);
  return pruned(readLedger(file), now);
}

/** Locks the key, and reads its ledger. Throws a KeyInUseError or a LedgerError. */
export function openLedger(file: string, run: string, clock: Clock) {
  const wallClock = () => Math.floor(clock.now());
  const now = wallClock();
  const release = writing(dirname(file), () => {
    makeFolder(dirname(file), 0o700);
    return lockKey(file, run, now);
  });
  try {
    const kept = readLedger(file);
    const ledger = pruned(kept, now);
    const before = ledger.entries;
    const write = (entries: readonly LedgerEntry[], suspicion: Suspicion | undefined) =>
      writeLedger(file, { v: 1, entries, ...(suspicion === undefined ? {} : { suspicion }) });
    // Even if the run is refused: otherwise an entry of the future would never expire.
    if (isAhead(kept, now)) writeLedger(file, ledger);
    return {
      ledger,
      /** Reserves the maximum: after a crash, the ledger has too much, never too little. */
      reserve: (work: Work) => write([...before, entryOf({ ...work, at: now, run })], ledger.suspicion),
      /** Replaces the reservation by the actual requests, and unlocks the key. */
      settle: (work: Work, block?: Block) => {
        const suspicion = block === undefined ? undefined : { ...block, at: wallClock(), run };
        write([...before, entryOf({ ...work, at: wallClock(), run })], suspicion);
        release();
      },
      /** Unlocks the key. A reservation stays. */
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}
