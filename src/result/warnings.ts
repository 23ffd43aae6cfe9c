import type { Trace } from '../exchange/index.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import type { SetUpMistake } from '../verdict/set-up.ts';
import { loadEnds } from './load.ts';

/** A clock that is off by more than this is worth a word: Reset and Retry-After dates are read by the server's. */
const CLOCK_SECONDS = 2;
const DAY = 86_400_000;

/** What a reader must know besides the verdicts. */
export function warnings(
  { head, end }: Trace,
  partial: boolean,
  offset: { from: number; to: number } | null,
): string[] {
  const { settings } = head;
  const said: string[] = [];
  if (partial)
    said.push('partial run (--only or --skip): what was left out is inconclusive, so this run cannot pass a gate');
  if (settings.readOnly)
    said.push('read-only run: nothing was created, so what needs an animal of our own is not applicable');
  if (offset !== null && (offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS))
    said.push(
      `the server's clock is ${offset.from > 0 ? `${offset.from} s ahead of` : `${-offset.to} s behind`} this machine's: one of them is off (its own Date is what Reset is judged by)`,
    );
  const days = Math.ceil((Date.parse(REMOVAL_DATE) - Date.parse(settings.today)) / DAY);
  if (days > 0 && days <= SUNSET_WATCH_DAYS)
    said.push(`GET /pets/{petId} is to be removed in ${days} days, on 5 December 2030`);
  if (end === null) said.push('the journal has no closing record: the run was cut off');
  return said;
}

/** What went wrong with k6 or with one of several keys. */
export function loadWarnings(trace: Trace, mistakes: Readonly<Record<string, SetUpMistake>>): string[] {
  const several = (trace.head.limits?.plans.length ?? 0) > 1 || trace.head.command !== 'limits';
  return [
    ...(several ? Object.values(mistakes).map(({ message, fix }) => `${message}. ${fix}`) : []),
    ...loadEnds(trace).flatMap(({ script, problems }) => problems.map(({ message }) => `k6 (${script}): ${message}`)),
  ];
}
