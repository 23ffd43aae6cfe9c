import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import type { Env } from '../io/env.ts';
import { codeOf } from '../io/error-code.ts';
import { EMPTY, type Ledger, type LedgerEntry } from './entry.ts';

/** A ledger that cannot be read or written. The message names the file and the fix. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError' as const;
}

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

/** Runs a write to the folder. Throws a LedgerError if it fails. */
export function writing<T>(folder: string, write: () => T): T {
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
export function entryOf({ at, run, requests, refusals }: LedgerEntry): LedgerEntry {
  return { at, run, requests, refusals };
}

export function readLedger(file: string): Ledger {
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
  try {
    const value = JSON.parse(text) as Partial<Ledger>;
    const isEntry = ({ at, requests, refusals }: LedgerEntry) => [at, requests, refusals].every(Number.isFinite);
    if (value.v === 1 && Array.isArray(value.entries) && value.entries.every(isEntry))
      return { ...(value as Ledger), entries: value.entries.map(entryOf) };
  } catch {
    // It is damaged as well.
  }
  throw new LedgerError(
    `${file}, the ledger of this key, is damaged: remove it if this key was hardly used in the last 24 hours`,
  );
}

/** Writes atomically: a crash leaves the old file. */
export function writeLedger(file: string, ledger: Ledger): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writing(dirname(file), () => {
    writeFileSync(temporary, `${JSON.stringify(ledger)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  });
}
