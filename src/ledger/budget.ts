import { countedFrom, DAY_MS, type Ledger, type LedgerEntry, pruned, sum } from './entry.ts';

/** What a key may be put to within 24 hours. */
export interface Budget {
  /** Requests of the plan a day, and the share of them that this tool may use. */
  readonly perDay: number;
  readonly shareOfDay: number;
  readonly refusals: number;
}

/** What a run will send with one key, at most. */
export interface Work {
  readonly requests: number;
  readonly refusals: number;
}

/** Why the work does not fit into what is left, with the moment from which on it would; undefined where it fits. */
export function overrun(ledger: Ledger, work: Work, budget: Budget, now: number): string | undefined {
  const { entries } = pruned(ledger, now);
  const allowed = Math.floor(budget.perDay * budget.shareOfDay);
  const said = [
    tooMuch(
      entries,
      'requests',
      work.requests,
      allowed,
      `${percent(budget.shareOfDay)} of the ${budget.perDay} a day`,
      now,
    ),
    tooMuch(
      entries,
      'refusals',
      work.refusals,
      budget.refusals,
      `the budget of ${budget.refusals} refusals a day`,
      now,
    ),
  ].filter((text) => text !== undefined);
  return said.length === 0 ? undefined : said.join('; ');
}

function tooMuch(
  entries: readonly LedgerEntry[],
  what: 'requests' | 'refusals',
  wanted: number,
  allowed: number,
  name: string,
  now: number,
): string | undefined {
  const used = sum(entries, what);
  if (wanted === 0 || used + wanted <= allowed) return undefined;
  const counts = `${used} ${what} in the last 24 hours${ahead(entries, what, now)} and up to ${wanted} more are above ${name}${what === 'requests' ? ` (${allowed})` : ''}`;
  if (wanted > allowed)
    return `${counts}: it never fits; ${GRANTED_BY[what]} of the target in storecheck.yaml grants more`;
  return `${counts}; it fits from ${fitsFrom(entries, what, used + wanted - allowed, now)} on`;
}

const GRANTED_BY = { requests: 'budgets.shareOfDay', refusals: 'budgets.refusalsPerKey' } as const;

/** What a clock explains that was stepped back, or was ahead. */
function ahead(entries: readonly LedgerEntry[], what: 'requests' | 'refusals', now: number): string {
  const count = sum(
    entries.filter(({ at }) => at > now),
    what,
  );
  return count === 0
    ? ''
    : ` (${count} of them dated in the future: put this machine's clock right if it is behind; else they count until a day has passed)`;
}

/** When so much of the old has left the last 24 hours: local time, to the minute. */
function fitsFrom(entries: readonly LedgerEntry[], what: 'requests' | 'refusals', excess: number, now: number): string {
  let left = excess;
  let moment = now;
  for (const entry of entries.toSorted((a, b) => countedFrom(a) - countedFrom(b))) {
    if (left <= 0) break;
    left -= entry[what];
    moment = countedFrom(entry) + DAY_MS;
  }
  const date = new Date(moment + 60_000);
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
