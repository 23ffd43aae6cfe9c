import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EMPTY, type Ledger, type LedgerEntry, pruned, type Suspicion } from './entry.ts';
import { takeLock } from './lock.ts';

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

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_STATE_HOME/storecheck/keys`, else below ~/.local/state (XDG Base Directory). */
export function stateFolder(env: Env): string {
  const base = env['XDG_STATE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'state') : base, 'storecheck', 'keys');
}

/** Where the ledger of this key at this host lies: a hash, from which neither can be read. */
export function ledgerFile(folder: string, key: string, host: string): string {
  return join(folder, `${createHash('sha256').update(`${host}\0${key}`).digest('hex').slice(0, 24)}.json`);
}

/** Takes the key's lock and reads its ledger. Throws a KeyInUseError or a LedgerError. */
export function openLedger(file: string, run: string, now: number): OpenLedger {
  const release = writing(dirname(file), () => {
    makeFolder(dirname(file));
    return takeLock(`${file}.lock`, run);
  });
  try {
    const ledger = pruned(readLedger(file), now);
    const before = ledger.entries;
    const write = (entries: readonly LedgerEntry[], suspicion: Suspicion | undefined) =>
      writeLedger(file, { v: 1, entries, ...(suspicion === undefined ? {} : { suspicion }) });
    return {
      ledger,
      reserve: (work) => write([...before, entryOf({ ...work, at: now, run })], ledger.suspicion),
      settle: (work, reason) => {
        const suspicion = reason === undefined ? undefined : { at: Date.now(), run, reason };
        write([...before, entryOf({ ...work, at: Date.now(), run })], suspicion);
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
        `cannot write to ${folder} (${String(error.code)}), where requests and refusals of the last day are counted; set XDG_STATE_HOME to a folder that can be written`,
      );
    throw error;
  }
}

/** Node's recursive mkdir tries for ever where a file system cannot make folders (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another run may have been quicker.
    if (!existsSync(path)) throw error;
  }
}

/** An entry and nothing beside it: who books may have the key at hand, and it must not get into the file. */
function entryOf({ at, run, requests, refusals }: LedgerEntry): LedgerEntry {
  return { at, run, requests, refusals };
}

function readLedger(file: string): Ledger {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY;
    throw new LedgerError(`cannot read ${file} (${String(error)})`);
  }
  const ledger = parsed(text);
  if (ledger === undefined)
    throw new LedgerError(
      `${file} is damaged, so nobody knows what was sent with this key in the last 24 hours; remove it if you know that it was little`,
    );
  return ledger;
}

function parsed(text: string): Ledger | undefined {
  try {
    const value = JSON.parse(text) as Partial<Ledger>;
    const isEntry = ({ at, requests, refusals }: LedgerEntry) => [at, requests, refusals].every(Number.isFinite);
    if (value.v !== 1 || !Array.isArray(value.entries) || !value.entries.every(isEntry)) return undefined;
    return { ...(value as Ledger), entries: value.entries.map(entryOf) };
  } catch {
    return undefined;
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
