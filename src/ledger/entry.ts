/** The requests of one run with a key; `at` is the end of the run in milliseconds since 1970, by this machine's clock. */
export interface LedgerEntry {
  readonly at: number;
  readonly run: string;
  readonly requests: number;
  readonly refusals: number;
  /** When the entry was first found in the future: a clock was set back since, or was ahead before. */
  readonly seen?: number;
}

/** Why a key cannot be used for now. */
export interface Block {
  readonly reason: string;
  /** The end, in milliseconds since 1970. Absent if the key may be banned: it got 429 or 401 after Retry-After. */
  readonly until?: number;
}

/** A block that a run recorded. It ends after 24 hours at the latest. */
export interface Suspicion extends Block {
  readonly at: number;
  readonly run: string;
}

/** One key's last 24 hours. The file name is a hash of key and host, so that it reveals neither. */
export interface Ledger {
  readonly v: 1;
  readonly entries: readonly LedgerEntry[];
  readonly suspicion?: Suspicion;
}

export const EMPTY: Ledger = { v: 1, entries: [] };

export const DAY_MS = 86_400_000;

/** Removes entries older than a day. An entry in the future counts for a day from when it was first seen. Never counts too little. */
export function pruned({ entries, suspicion }: Ledger, now: number): Ledger {
  const recent = entries
    .map(({ seen, ...entry }) => (entry.at > now ? { ...entry, seen: Math.min(seen ?? now, now) } : entry))
    .filter((entry) => countedFrom(entry) > now - DAY_MS);
  const doubt = suspicion === undefined ? undefined : { ...suspicion, at: Math.min(suspicion.at, now) };
  const isBlocked = doubt !== undefined && (doubt.until ?? Number.POSITIVE_INFINITY) > now && doubt.at > now - DAY_MS;
  return { v: 1, entries: recent, ...(isBlocked ? { suspicion: doubt } : {}) };
}

/** Whether an entry is in the future. */
export const isAhead = ({ entries, suspicion }: Ledger, now: number): boolean =>
  [...entries, ...(suspicion === undefined ? [] : [suspicion])].some(({ at }) => at > now);

/** The start of an entry's 24 hours, in milliseconds since 1970. */
export const countedFrom = ({ at, seen }: LedgerEntry): number => seen ?? at;

export function sum(entries: readonly LedgerEntry[], what: 'requests' | 'refusals'): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
