import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import type { Clock } from '../io/clock.ts';
import type { Env } from '../io/env.ts';
import { codeOf } from '../io/error-code.ts';
import { LockedError, type LockOwner, lockOwner, takeLock } from '../io/lock.ts';
import { makeFolder } from '../io/make-folder.ts';
import { isRunning } from '../io/process-identity.ts';
import type { Work } from './budget.ts';
import { EMPTY, isAhead, type Ledger, type LedgerEntry, pruned, type Suspicion } from './entry.ts';

/** A ledger that cannot be read or written. The message names the file and the fix. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError' as const;
}

/** One key's ledger, held by one run from before its first request until after its last. */
export type OpenLedger = ReturnType<typeof openLedger>;

/** `$XDG_STATE_HOME/storecheck/keys` if the variable is absolute, else below ~/.local/state. */
export function stateFolder(env: Env): string {
  const base = env['XDG_STATE_HOME'];
  return join(
    base !== undefined && isAbsolute(base) ? base : join(env['HOME'] ?? homedir(), '.local', 'state'),
    'storecheck',
    'keys',
  );
}

/** The path of a key's ledger for a host: a hash, which reveals neither. */
export function ledgerFile(folder: string, key: ApiKey, host: string): string {
  return join(
    folder,
    `${createHash('sha256')
      .update(`${host}\0${revealKey(key)}`)
      .digest('hex')
      .slice(0, 24)}.json`,
  );
}

/** Reads a key's ledger without locking or writing. Throws a KeyInUseError or a LedgerError. */
export function lookUp(file: string, now: number): Ledger {
  const path = `${file}.lock`;
  const owner = lockOwner(path, { now });
  if (owner !== undefined) throw inUse(path, owner);
  return pruned(readLedger(file), now);
}

/** Locks the key and reads its ledger. Throws a KeyInUseError or a LedgerError. */
export function openLedger(file: string, run: string, clock: Clock) {
  const wallClock = () => Math.floor(clock.now());
  const now = wallClock();
  const release = writing(dirname(file), () => {
    makeFolder(dirname(file), 0o700);
    return takeKey(`${file}.lock`, run, now);
  });
  try {
    const kept = readLedger(file);
    const ledger = pruned(kept, now);
    const before = ledger.entries;
    const write = (entries: readonly LedgerEntry[], suspicion: Suspicion | undefined) =>
      writeLedger(file, { v: 1, entries, ...(suspicion === undefined ? {} : { suspicion }) });
    // Saves when a future entry was first seen, even if the run is refused; otherwise it would never expire.
    if (isAhead(kept, now)) writeLedger(file, ledger);
    return {
      ledger,
      /** Reserves the maximum: after a crash, the ledger has too much, never too little. */
      reserve: (work: Work) => write([...before, entryOf({ ...work, at: now, run })], ledger.suspicion),
      /** Replaces the reservation by the actual requests, and unlocks the key. */
      settle: (work: Work, reason?: string) => {
        const suspicion = reason === undefined ? undefined : { at: wallClock(), run, reason };
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

/** Runs a write to the folder. Throws a LedgerError if it fails. */
function writing<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new LedgerError(
        `cannot write to ${folder} (${String(error.code)}), the ledger of requests and refusals: set XDG_STATE_HOME to the absolute path of a writable folder`,
      );
    throw error;
  }
}

/** Copies only the fields of an entry, so that no key gets into the file. */
function entryOf({ at, run, requests, refusals, seen }: LedgerEntry): LedgerEntry {
  return { at, run, requests, refusals, ...(Number.isFinite(seen) ? { seen } : {}) };
}

function readLedger(file: string): Ledger {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return EMPTY;
    throw new LedgerError(
      code === 'EISDIR'
        ? `${file} is a folder, but must be the ledger file of this key: remove it`
        : `cannot read ${file} (${code}), the ledger of requests and refusals: make it readable`,
    );
  }
  const ledger = parsed(text);
  if (typeof ledger === 'object') return ledger;
  throw new LedgerError(
    ledger === 'newer'
      ? `${file} was written by a newer version of storecheck: update, or remove the file if this key was hardly used in the last 24 hours`
      : `${file}, the ledger of this key, is damaged: remove it if this key was hardly used in the last 24 hours`,
  );
}

function parsed(text: string): Ledger | 'newer' | 'damaged' {
  try {
    const value = JSON.parse(text) as Partial<Ledger>;
    if (Number(value.v) > 1) return 'newer';
    const isEntry = ({ at, requests, refusals }: LedgerEntry) => [at, requests, refusals].every(Number.isFinite);
    if (value.v !== 1 || !Array.isArray(value.entries) || !value.entries.every(isEntry)) return 'damaged';
    return { ...(value as Ledger), entries: value.entries.map(entryOf) };
  } catch {
    return 'damaged';
  }
}

/** Writes atomically: a crash leaves the old file. */
function writeLedger(file: string, ledger: Ledger): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writing(dirname(file), () => {
    writeFileSync(temporary, `${JSON.stringify(ledger)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  });
}

/** Another run holds the key. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError' as const;
}

/** Locks one key and returns its release. Takes over the lock of a dead process. Throws a KeyInUseError that names the other run. */
function takeKey(path: string, run: string, now: number): () => void {
  try {
    return takeLock(path, { purpose: run, now }).release;
  } catch (error) {
    throw error instanceof LockedError ? inUse(path, error.owner) : error;
  }
}

function inUse(path: string, owner: LockOwner): KeyInUseError {
  const advice = isRunning(owner) === undefined ? `, or remove ${path} if it has ended` : '';
  return new KeyInUseError(
    `run ${owner.purpose} (process ${owner.pid} on ${owner.host}) uses this key: wait until it has ended${advice}`,
  );
}
