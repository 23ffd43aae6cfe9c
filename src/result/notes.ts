import type { EndedTrace } from '../exchange/index.ts';
import type { SetUpMistake } from '../judge/checks/set-up.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import type { Judged } from './judged.ts';
import { loadEnds } from './load.ts';
import type { Note } from './result.ts';

/** Seconds. A larger clock difference is reported. */
const CLOCK_SECONDS = 2;
const DAY = 86_400_000;
const MINUTE_SECONDS = 60;

/** The warnings and notes of a run. */
export function runNotes(
  { head, end }: EndedTrace,
  partial: boolean,
  offset: { from: number; to: number } | null,
): Note[] {
  const { settings, rerun } = head;
  const days = Math.ceil((Date.parse(REMOVAL_DATE) - Date.parse(settings.today)) / DAY);
  const notes: (Note | false)[] = [
    rerun !== undefined && {
      code: 'rerun',
      message: `re-run of the failed requirements of ${rerun.of}: all others were skipped, so this run cannot pass`,
    },
    rerun === undefined &&
      partial && {
        code: 'partial',
        message: 'partial run (--only or --skip): some requirements were skipped, so this run cannot pass',
      },
    offset !== null &&
      (offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS) && {
        code: 'clock',
        message: `the server's clock is ${offset.from > 0 ? `${offset.from} s ahead of` : `${-offset.to} s behind`} this machine's, so one of them is wrong (Reset is compared with the server's Date)`,
      },
    days > 0 &&
      days <= SUNSET_WATCH_DAYS && {
        code: 'removal',
        message: `GET /pets/{petId} will be removed in ${days} days, on 5 December 2030`,
      },
    end === null && { code: 'cut-off', message: 'the journal has no closing record: the run was cut off' },
  ];
  return notes.filter((note) => note !== false);
}

/** Keys that cannot be used, and failures of k6; `shown` is already the reason of the whole run. */
export function loadNotes(
  trace: EndedTrace,
  mistakes: Readonly<Record<string, SetUpMistake>>,
  shown: SetUpMistake | undefined,
): Note[] {
  const ofKeys = Object.entries(mistakes)
    .filter(([, { message }]) => message !== shown?.message)
    .map(([plan, { message, fix }]): Note => ({ code: 'key-set-up', message: `${message}. ${fix}`, plan }));
  const ofK6 = loadEnds(trace)
    // If k6 was interrupted, the run was, too.
    .filter(({ problems }) => problems.every(({ kind }) => kind !== 'interrupted'))
    .flatMap(({ script, problems }) =>
      problems
        // The reasons of the requirements already say so.
        .filter(({ kind }) => kind !== 'invalid' && kind !== 'not-found')
        .map(({ message }) => `k6 (${script}): ${message}`),
    );
  return [...ofKeys, ...[...new Set(ofK6)].map((message): Note => ({ code: 'k6', message }))];
}

/** Warns if `--window` may be wrong: then a finding says little about the service. */
export function windowNotes({ head }: EndedTrace, { verdicts, numbers = {} }: Judged): Note[] {
  const { windowSeconds } = head.settings;
  const ids = ['limit.window-is-a-minute', ...(windowSeconds === MINUTE_SECONDS ? [] : ['rate.reset-in-window'])];
  const found = verdicts.some(({ id, verdict }) => ids.includes(id) && verdict === 'fail');
  const waits = Object.values(numbers).flatMap(({ retryAfterSeen }) => retryAfterSeen.map(Number));
  const longer = waits.some((seconds) => seconds > windowSeconds + 1 && seconds <= MINUTE_SECONDS + 1);
  if (!found && !longer) return [];
  const message = `this run assumed a window of ${windowSeconds} s (--window). If this deployment has another window, set it and run again`;
  return [{ code: 'window', message }];
}
