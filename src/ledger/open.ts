import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import type { Clock } from '../io/clock.ts';
import type { Env } from '../io/env.ts';
import { makeFolder } from '../io/make-folder.ts';
import { EMPTY, isAhead, type Ledger, type LedgerEntry, pruned, type Suspicion } from './entry.ts';
import { checkKeyIsFree, takeKey } from './lock.ts';

/** A ledger that cannot be read or written: names the file and the way out. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError' as const;
}

/** One key's ledger, held by one run from before its first request until after its last. */
export interface OpenLedger {
  readonly ledger: Ledger;
  /** Books what is going to be sent at most: a crash then leaves too much in the ledger, never too little. */
  readonly reserve: (work: Pick<LedgerEntry, 'requests' | 'refusals'>) => void;
  /** Replaces the reservation by what was really sent, and gives the key free. */
  readonly settle: (work: Pick<LedgerEntry, 'requests' | 'refusals'>, suspicion?: string) => void;
  /** Gives the key free; the reservation, if there is one, stays. */
  readonly release: () => void;
}

/**
 * `$XDG_STATE_HOME/storecheck/keys`, else below ~/.local/state. The variable counts only if it is absolute (XDG base directories): each
 * working folder would have a ledger of its own, and none would know of the others.
 */
export function stateFolder(env: Env): string {
  const base = env['XDG_STATE_HOME'];
  return join(
    base !== undefined && isAbsolute(base) ? base : join(env['HOME'] ?? homedir(), '.local', 'state'),
    'storecheck',
    'keys',
  );
}

/** Where the ledger of this key at this host lies: a hash, from which neither can be read. */
export function ledgerFile(folder: string, key: ApiKey, host: string): string {
  return join(
    folder,
    `${createHash('sha256')
      .update(`${host}\0${revealKey(key)}`)
      .digest('hex')
      .slice(0, 24)}.json`,
  );
}

/** A key's ledger as it stands; takes and writes nothing. Throws a KeyInUseError or a LedgerError. */
export function lookUp(file: string, now: number): Ledger {
  checkKeyIsFree(`${file}.lock`, now);
  return pruned(readLedger(file), now);
}

/** Takes the key's lock and reads its ledger. Throws a KeyInUseError or a LedgerError. */
export function openLedger(file: string, run: string, clock: Clock): OpenLedger {
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
    // When it was first seen is kept even where the run is refused: it would be seen for the first time for ever.
    if (isAhead(kept, now)) writeLedger(file, ledger);
    return {
      ledger,
      reserve: (work) => write([...before, entryOf({ ...work, at: now, run })], ledger.suspicion),
      settle: (work, reason) => {
        const suspicion = reason === undefined ? undefined : { at: wallClock(), run, reason };
        write([...before, entryOf({ ...work, at: wallClock(), run })], suspicion);
        release();
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Does what writes to the folder; where that cannot be done, throws a LedgerError. */
function writing<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new LedgerError(
        `cannot write to ${folder} (${String(error.code)}), where requests and refusals of the last day are counted; set XDG_STATE_HOME to the absolute path of a folder that can be written`,
      );
    throw error;
  }
}

/** An entry and nothing beside it: who books may have the key at hand, and it must not get into the file. */
function entryOf({ at, run, requests, refusals, seen }: LedgerEntry): LedgerEntry {
  return { at, run, requests, refusals, ...(Number.isFinite(seen) ? { seen } : {}) };
}

function readLedger(file: string): Ledger {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new LedgerError(
      code === 'EISDIR'
        ? `${file} is a folder, and should be the file that counts what was sent with this key; remove it`
        : `cannot read ${file} (${code}), where requests and refusals of the last day are counted; make it readable`,
    );
  }
  const ledger = parsed(text);
  if (typeof ledger === 'object') return ledger;
  throw new LedgerError(
    ledger === 'newer'
      ? `${file} was written by a newer storecheck: use that one, or remove the file if you know that little was sent with this key in the last 24 hours`
      : `${file} is damaged, so nobody knows what was sent with this key in the last 24 hours; remove it if you know that it was little`,
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

/** Whole or not at all: a crash in between leaves the old file. */
function writeLedger(file: string, ledger: Ledger): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  writing(dirname(file), () => {
    writeFileSync(aside, `${JSON.stringify(ledger)}\n`, { mode: 0o600 });
    renameSync(aside, file);
  });
}
