import { countedFrom, DAY_MS, type Ledger, type LedgerEntry, pruned, sum } from './entry.ts';

/** The budgets of a key for 24 hours. */
export interface Budget {
  /** Requests of the plan per day, and the share that this tool may use. */
  readonly perDay: number;
  readonly shareOfDay: number;
  readonly refusals: number;
}

/** Maximum requests of a run with one key. */
export interface Work {
  readonly requests: number;
  readonly refusals: number;
}

/** Why the requests exceed the remaining budget, and when they will fit; undefined if they fit now. */
export function overrun(ledger: Ledger, work: Work, budget: Budget, now: number): string | undefined {
  const { entries } = pruned(ledger, now);
  const allowed = Math.floor(budget.perDay * budget.shareOfDay);
  const reasons = [
    tooMuch(
      entries,
      'requests',
      work.requests,
      allowed,
      `${percent(budget.shareOfDay)} of ${budget.perDay} per day`,
      now,
    ),
    tooMuch(
      entries,
      'refusals',
      work.refusals,
      budget.refusals,
      `the budget of ${budget.refusals} refusals per day`,
      now,
    ),
  ].filter((text) => text !== undefined);
  return reasons.length === 0 ? undefined : reasons.join('; ');
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
  const counts = `${used} ${what} in the last 24 hours${ahead(entries, what, now)} and up to ${wanted} more exceed ${name}${what === 'requests' ? ` (${allowed})` : ''}`;
  if (wanted > allowed) return `${counts}. Raise ${BUDGET_OF[what]} of the target in storecheck.yaml`;
  return `${counts}; possible from ${fitsFrom(entries, what, used + wanted - allowed, now)}`;
}

const BUDGET_OF = { requests: 'budgets.shareOfDay', refusals: 'budgets.refusalsPerKey' } as const;

/** A remark on entries in the future, which a changed clock explains. */
function ahead(entries: readonly LedgerEntry[], what: 'requests' | 'refusals', now: number): string {
  const count = sum(
    entries.filter(({ at }) => at > now),
    what,
  );
  return count === 0
    ? ''
    : ` (${count} of them are dated in the future: correct this machine's clock if it is behind; otherwise they count for 24 hours)`;
}

/** When enough old entries leave the last 24 hours, to the minute. */
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
