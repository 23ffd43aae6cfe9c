import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import { DAY_MS, nextMinute } from '../exchange/rate-headers.ts';
import { makeFolder, replaceFile, systemCode } from '../io/files.ts';
import type { Env } from '../io/io.ts';
import { takeLock } from '../io/lock.ts';
import { isRunning, type ProcessIdentity } from '../io/process-identity.ts';

export interface Work {
  readonly requests: number;
  readonly refusals: number;
}

/** What a run sent; `at` is its end in milliseconds since 1970, by this machine's clock. */
interface LedgerEntry extends Work {
  readonly at: number;
}

export const withRun = (entries: readonly LedgerEntry[], at: number, { requests, refusals }: Work) =>
  requests === 0 ? entries : [...entries, { at, requests, refusals }];

/** Why a key must not be used, and until when, in milliseconds since 1970: at most 24 hours. */
export interface KeyBlock {
  readonly reason: string;
  readonly until: number;
}

/** The process that uses a key now, and the most that it sends. `until`: the time limit of its run, for processes of other hosts. */
export interface KeyHolder extends ProcessIdentity, Work {
  readonly run: string;
  readonly since: number;
  readonly until: number;
}

/** The last 24 hours of one key with one host. */
export interface KeyRecord {
  readonly entries: readonly LedgerEntry[];
  readonly block?: KeyBlock | undefined;
  readonly user?: KeyHolder | undefined;
}

/** `$XDG_STATE_HOME/storecheck/ledger.json` if the variable is absolute, else below ~/.local/state. */
export function ledgerFile(env: Env): string {
  const base = env['XDG_STATE_HOME'];
  const state = base !== undefined && isAbsolute(base) ? base : join(env['HOME'] ?? homedir(), '.local', 'state');
  return join(state, 'storecheck', 'ledger.json');
}

/** The name of a key's record: a hash of key and host, which reveals neither. */
export const recordName = (key: ApiKey, host: string): string =>
  createHash('sha256')
    .update(`${host}\0${revealKey(key)}`)
    .digest('hex')
    .slice(0, 24);

export type Records = Map<string, KeyRecord>;

/** The records by their names, as of now. `problem`: why they cannot be read, with the file and the fix. */
export function readLedger(file: string, now: number): { readonly records: Records; readonly problem?: string } {
  const records: Records = new Map();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { records };
    const problem = `cannot read ${file} (${code}), the ledger of requests and refusals: make it a readable file, or remove it`;
    return { records, problem };
  }
  try {
    const { v, keys } = JSON.parse(text) as { readonly v: number; readonly keys: Readonly<Record<string, KeyRecord>> };
    const isEntry = ({ at, requests, refusals }: LedgerEntry) => [at, requests, refusals].every(Number.isFinite);
    const isRecord = ({ entries, user }: KeyRecord) =>
      entries.every(isEntry) && (user === undefined || isEntry({ ...user, at: user.since }));
    if (v === 1 && Object.values(keys).every(isRecord)) {
      for (const [name, record] of Object.entries(keys)) {
        const current = asOf(record, now);
        const { entries, block, user } = current;
        if (entries.length > 0 || block !== undefined || user !== undefined) records.set(name, current);
      }
      return { records };
    }
  } catch {
    // A text that is not JSON, or has other members, is damaged, too.
  }
  return { records, problem: `${file} is damaged: remove it if your keys were hardly used in the last 24 hours` };
}

/** The record without expired parts. If a process ended without unlocking, its maximum counts. An entry in the future counts as now. */
function asOf({ entries, block, user }: KeyRecord, now: number): KeyRecord {
  const isOver = user !== undefined && !(isRunning(user) ?? user.until > now);
  const all = isOver ? withRun(entries, user.since, user) : entries;
  const isRecent = (at: number) => at > now - DAY_MS;
  return {
    entries: all.filter(({ at }) => isRecent(at)).map((entry) => ({ ...entry, at: Math.min(entry.at, now) })),
    block: block !== undefined && block.until > now ? block : undefined,
    user: isOver ? undefined : user,
  };
}

/** Milliseconds to wait for the lock, which other processes hold only for a moment. */
const MAX_LOCK_WAIT_MS = 2_000;

/** Changes the records under a lock, and writes all of them (0600). Returns why it could not; writes nothing if `change` throws. */
export function changeLedger(file: string, now: number, change: (records: Records) => void): string | undefined {
  const folder = dirname(file);
  try {
    makeFolder(folder, 0o700);
    const lock = takeLock(`${file}.lock`, now, MAX_LOCK_WAIT_MS);
    if ('problem' in lock) return lock.problem;
    try {
      const { records, problem } = readLedger(file, now);
      if (problem !== undefined) return problem;
      change(records);
      replaceFile(file, `${JSON.stringify({ v: 1, keys: Object.fromEntries(records) })}\n`, 0o600);
      return undefined;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return `cannot write to ${folder} (${String(error.code)}), the ledger of requests and refusals: set XDG_STATE_HOME to the absolute path of a writable folder`;
  }
}

/** The budgets of a key for 24 hours. */
interface Budget {
  /** Requests of the plan per day, and the share that this tool may use. */
  readonly perDay: number;
  readonly shareOfDay: number;
  readonly refusals: number;
}

/** Why a key with this record cannot be used for this work now, and when it can. */
export function objectionsTo({ entries, block }: KeyRecord, work: Work, budget: Budget, now: number): string[] {
  const { perDay, shareOfDay, refusals } = budget;
  const requests = Math.floor(perDay * shareOfDay);
  const limits = [
    ['requests', requests, `${Math.round(shareOfDay * 1000) / 10} % of ${perDay} per day (${requests})`],
    ['refusals', refusals, `the budget of ${refusals} refusals per day`],
  ] as const;
  const overruns = limits.flatMap(([what, most, name]) => {
    const used = entries.reduce((total, entry) => total + entry[what], 0);
    const excess = used + work[what] - most;
    if (work[what] === 0 || excess <= 0) return [];
    const counts = `${used} ${what} in the last 24 hours and up to ${work[what]} more exceed ${name}`;
    return work[what] > most
      ? `${counts}. Raise budgets.shareOfDay of the target in storecheck.yaml`
      : `${counts}; possible from ${fitsFrom(entries, what, excess, now)}, or with another key`;
  });
  return block === undefined
    ? overruns
    : [...overruns, `${block.reason}; possible from ${nextMinute(block.until)}, or with another key`];
}

/** The minute when enough old entries are older than 24 hours. */
function fitsFrom(entries: readonly LedgerEntry[], what: keyof Work, excess: number, now: number): string {
  let rest = excess;
  let moment = now;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (rest <= 0) break;
    rest -= entry[what];
    moment = entry.at + DAY_MS;
  }
  return nextMinute(moment);
}
