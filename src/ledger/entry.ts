/** What was sent with a key within one run; `at` is when it ended, milliseconds since 1970 by this machine's clock. */
export interface LedgerEntry {
  readonly at: number;
  readonly run: string;
  readonly requests: number;
  readonly refusals: number;
  /** When it was first found to lie in the future: a clock was stepped back since, or was ahead when it was made. */
  readonly seen?: number;
}

/** A key that the service may have banned: 429 or 401 went on after Retry-After was over. */
export interface Suspicion {
  readonly at: number;
  readonly run: string;
  readonly reason: string;
}

/** One key's last day. The file is named by a hash of key and host, so that it tells neither. */
export interface Ledger {
  readonly v: 1;
  readonly entries: readonly LedgerEntry[];
  readonly suspicion?: Suspicion;
}

export const EMPTY: Ledger = { v: 1, entries: [] };

export const DAY_MS = 86_400_000;

/** More runs than this in a day are added up, so that the file stays small. */
const MOST_ENTRIES = 1_000;

/**
 * Without what is older than a day. An entry from the future is counted for a day from when it was first seen, so that it blocks nobody
 * for ever; where the clock is put right meanwhile, its own date counts again. Never too little is counted.
 */
export function pruned({ entries, suspicion }: Ledger, now: number): Ledger {
  const recent = entries
    .map(({ seen, ...entry }) => (entry.at > now ? { ...entry, seen: Math.min(seen ?? now, now) } : entry))
    .filter((entry) => countedFrom(entry) > now - DAY_MS);
  const kept =
    recent.length <= MOST_ENTRIES
      ? recent
      : [addedUp(recent.slice(0, -MOST_ENTRIES + 1)), ...recent.slice(-MOST_ENTRIES + 1)];
  const doubt = suspicion === undefined ? undefined : { ...suspicion, at: Math.min(suspicion.at, now) };
  return { v: 1, entries: kept, ...(doubt !== undefined && doubt.at > now - DAY_MS ? { suspicion: doubt } : {}) };
}

/** Whether something in it lies in the future. */
export const isAhead = ({ entries, suspicion }: Ledger, now: number): boolean =>
  [...entries, ...(suspicion === undefined ? [] : [suspicion])].some(({ at }) => at > now);

/** The moment from which on an entry is a day old a day later, milliseconds since 1970. */
export const countedFrom = ({ at, seen }: LedgerEntry): number => seen ?? at;

/** Counted until the last of them is a day old. */
function addedUp(entries: readonly LedgerEntry[]): LedgerEntry {
  return {
    at: Math.max(...entries.map(countedFrom)),
    run: 'several',
    requests: sum(entries, 'requests'),
    refusals: sum(entries, 'refusals'),
  };
}

export function sum(entries: readonly LedgerEntry[], what: 'requests' | 'refusals'): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
