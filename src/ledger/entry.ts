/** What was sent with a key within one run; `at` is when it ended, milliseconds since 1970 by this machine's clock. */
export interface LedgerEntry {
  readonly at: number;
  readonly run: string;
  readonly requests: number;
  readonly refusals: number;
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

/** Without what is older than a day. Entries from the future (a clock was stepped back) are kept as if they were made now: never too little is counted. */
export function pruned({ entries, suspicion }: Ledger, now: number): Ledger {
  const recent = entries
    .map((entry) => (entry.at > now ? { ...entry, at: now } : entry))
    .filter(({ at }) => at > now - DAY_MS);
  const kept =
    recent.length <= MOST_ENTRIES
      ? recent
      : [addedUp(recent.slice(0, -MOST_ENTRIES + 1)), ...recent.slice(-MOST_ENTRIES + 1)];
  const stands = suspicion !== undefined && suspicion.at > now - DAY_MS;
  return { v: 1, entries: kept, ...(stands ? { suspicion } : {}) };
}

/** Counted until the last of them is a day old. */
function addedUp(entries: readonly LedgerEntry[]): LedgerEntry {
  return {
    at: Math.max(...entries.map(({ at }) => at)),
    run: 'several',
    requests: sum(entries, 'requests'),
    refusals: sum(entries, 'refusals'),
  };
}

export function sum(entries: readonly LedgerEntry[], what: 'requests' | 'refusals'): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
