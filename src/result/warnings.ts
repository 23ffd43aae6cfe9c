import type { EndedTrace, LoadEnd } from '../exchange/index.ts';
import type { SetUpMistake } from '../judge/checks/set-up.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import type { Judged } from './judged.ts';
import { loadEnds } from './load.ts';

/** A clock that is off by more than this is worth a word: Reset and Retry-After dates are read by the server's. */
const CLOCK_SECONDS = 2;
const DAY = 86_400_000;
const MINUTE_SECONDS = 60;

/** What a reader must know besides the verdicts. */
export function warnings(
  { head, end }: EndedTrace,
  partial: boolean,
  offset: { from: number; to: number } | null,
): string[] {
  const { settings, rerun } = head;
  const said: string[] = [];
  if (rerun !== undefined)
    said.push(`rerun of what had failed in ${rerun.of}: nothing else was judged, so this run cannot pass a gate`);
  else if (partial)
    said.push('partial run (--only or --skip): what was left out was not judged, so this run cannot pass a gate');
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

/** What went wrong with k6 or with one of several keys; `shown` stands at the top of the report already. */
export function loadWarnings(
  trace: EndedTrace,
  mistakes: readonly SetUpMistake[],
  shown: SetUpMistake | undefined,
): string[] {
  const others = mistakes.filter(({ message }) => message !== shown?.message);
  // The requirements themselves say which key's experiment was not whole, and that there was no k6.
  const told = ['invalid', 'not-found'];
  // Where k6 was stopped, so was the run, and what its journal then lacks needs no word.
  const stopped = (problems: LoadEnd['problems']) => problems.some(({ kind }) => kind === 'interrupted');
  const said = loadEnds(trace).flatMap(({ script, problems }) =>
    stopped(problems)
      ? []
      : problems.flatMap(({ kind, message }) => (told.includes(kind) ? [] : [`k6 (${script}): ${message}`])),
  );
  return [...new Set([...others.map(({ message, fix }) => `${message}. ${fix}`), ...said])];
}

/** A test deployment's "minute" may have another length than the command was told: then what is found says little of the service. */
export function windowWarnings({ head }: EndedTrace, { verdicts, numbers = {} }: Judged): string[] {
  const { windowSeconds } = head.settings;
  const telling = ['limit.window-is-a-minute', ...(windowSeconds === MINUTE_SECONDS ? [] : ['rate.reset-in-window'])];
  const found = verdicts.some(({ id, verdict }) => telling.includes(id) && verdict === 'fail');
  const waits = Object.values(numbers).flatMap(({ retryAfterSeen }) => retryAfterSeen.map(Number));
  const longer = waits.some((seconds) => seconds > windowSeconds + 1 && seconds <= MINUTE_SECONDS + 1);
  return found || longer
    ? [
        `a window was taken to be ${windowSeconds} s (--window): where this deployment counts by another length, give that one and run again`,
      ]
    : [];
}
