/** The requests of one run with a key; `at` is the end of the run in milliseconds since 1970, by this machine's clock. */
export interface LedgerEntry {
  readonly at: number;
  readonly run: string;
  readonly requests: number;
  readonly refusals: number;
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

/** Removes entries older than a day. An entry in the future, of a clock that was set back since, counts as one of now: never too little. */
export function pruned({ entries, suspicion }: Ledger, now: number): Ledger {
  const ofNow = <T extends { readonly at: number }>(one: T): T => ({ ...one, at: Math.min(one.at, now) });
  const recent = entries.map(ofNow).filter(({ at }) => at > now - DAY_MS);
  const doubt = suspicion && ofNow(suspicion);
  const isBlocked = doubt !== undefined && (doubt.until ?? Number.POSITIVE_INFINITY) > now && doubt.at > now - DAY_MS;
  return { v: 1, entries: recent, ...(isBlocked ? { suspicion: doubt } : {}) };
}

export const isAhead = ({ entries, suspicion }: Ledger, now: number): boolean =>
  [...entries, ...(suspicion === undefined ? [] : [suspicion])].some(({ at }) => at > now);

export function sum(entries: readonly LedgerEntry[], what: 'requests' | 'refusals'): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
