import { minuteOf } from '../exchange/minute.ts';
import { DAY_MS, type KeyRecord, type LedgerEntry, type Work } from './ledger.ts';

/** The budgets of a key for 24 hours. */
export interface Budget {
  /** Requests of the plan per day, and the share that this tool may use. */
  readonly perDay: number;
  readonly shareOfDay: number;
  readonly refusals: number;
}

export const sum = (entries: readonly LedgerEntry[], what: keyof Work): number =>
  entries.reduce((total, entry) => total + entry[what], 0);

/** Why a key cannot be used for this work now, by its record, and when it can. */
export function objectionsTo({ entries, block }: KeyRecord, work: Work, budget: Budget, now: number): string[] {
  const { perDay, shareOfDay, refusals } = budget;
  const requests = Math.floor(perDay * shareOfDay);
  const allowed = { requests, refusals };
  const names = {
    requests: `${percent(shareOfDay)} of ${perDay} per day (${requests})`,
    refusals: `the budget of ${refusals} refusals per day`,
  };
  const overruns = (['requests', 'refusals'] as const).flatMap((what) => {
    const used = sum(entries, what);
    const excess = used + work[what] - allowed[what];
    if (work[what] === 0 || excess <= 0) return [];
    const counts = `${used} ${what} in the last 24 hours and up to ${work[what]} more exceed ${names[what]}`;
    return work[what] > allowed[what]
      ? `${counts}. Raise budgets.shareOfDay of the target in storecheck.yaml`
      : `${counts}; possible from ${fitsFrom(entries, what, excess, now)}`;
  });
  if (block === undefined) return overruns;
  const { reason, at, until } = block;
  return [
    ...overruns,
    until === undefined
      ? `this key may be banned (${reason}, ${new Date(at).toISOString()}); storecheck does not use it for 24 hours`
      : `${reason}; possible from ${minuteOf(until)}`,
  ];
}

/** When enough old entries leave the last 24 hours, to the minute. */
function fitsFrom(entries: readonly LedgerEntry[], what: keyof Work, excess: number, now: number): string {
  let left = excess;
  let moment = now;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (left <= 0) break;
    left -= entry[what];
    moment = entry.at + DAY_MS;
  }
  return minuteOf(moment);
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
