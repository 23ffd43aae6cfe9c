import type { EndedTrace } from '../exchange/trace.ts';
import type { Judged } from '../judge/judge-run.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import type { SetUpMistake } from '../text/mistakes.ts';
import { type CodedNote, note } from '../text/notes.ts';
import { loadEnds } from './load.ts';
import type { Note } from './result.ts';

/** Seconds. A larger clock difference is reported. */
const CLOCK_SECONDS = 2;
const DAY = 86_400_000;
const MINUTE_SECONDS = 60;

export function runNotes(
  { head, end }: EndedTrace,
  partial: boolean,
  offset: { from: number; to: number } | null,
): Note[] {
  const { settings } = head;
  const days = Math.ceil((Date.parse(REMOVAL_DATE) - Date.parse(settings.today)) / DAY);
  const notes: (Note | false)[] = [
    partial && note('partial', {}),
    offset !== null && clockNote(offset),
    days > 0 && days <= SUNSET_WATCH_DAYS && note('removal', { path: '/pets/{petId}', days }),
    end === null && note('cut-off', {}),
  ];
  return notes.filter((one) => one !== false);
}

function clockNote({ from, to }: { from: number; to: number }): Note | false {
  if (from > CLOCK_SECONDS) return note('clock', { seconds: from, direction: 'ahead of' });
  return to < -CLOCK_SECONDS && note('clock', { seconds: -to, direction: 'behind' });
}

/** Keys that cannot be used, and failures of k6; `shown` is already the reason of the complete run. */
export function loadNotes(
  trace: EndedTrace,
  mistakes: Readonly<Record<string, SetUpMistake>>,
  shown: SetUpMistake | undefined,
): Note[] {
  const ofKeys = Object.entries(mistakes)
    .filter(([, one]) => shown === undefined || identityOf(one) !== identityOf(shown))
    .map(
      ([plan, { code, params, message, fix }]): Note => ({
        ...note('key-set-up', { mistake: message, fix, code, params }),
        plan,
      }),
    );
  const ofK6 = loadEnds(trace)
    // If k6 was interrupted, the run was, too.
    .filter(({ problems }) => problems.every(({ kind }) => kind !== 'interrupted'))
    .flatMap(({ script, problems }) =>
      problems
        // The reasons of the requirements already say so.
        .filter(({ kind }) => kind !== 'invalid' && kind !== 'not-found')
        .map(({ kind, code = '', message }) => note('k6', { script, kind, code, problem: message })),
    );
  return [...ofKeys, ...new Map(ofK6.map((one) => [identityOf(one), one])).values()];
}

const identityOf = ({ code, params }: CodedNote | SetUpMistake) => JSON.stringify([code, params]);

/** Warns if `--window` may be wrong: then a finding says little about the service. */
export function windowNotes({ head }: EndedTrace, verdicts: Judged['verdicts'], numbers: Judged['numbers']): Note[] {
  const { windowSeconds } = head.settings;
  const ids = ['limit.window-is-a-minute', ...(windowSeconds === MINUTE_SECONDS ? [] : ['rate.reset-in-window'])];
  const found = verdicts.some(({ id, verdict }) => ids.includes(id) && verdict === 'fail');
  const waits = Object.values(numbers).flatMap(({ retryAfterSeen }) => retryAfterSeen.map(Number));
  const longer = waits.some((seconds) => seconds > windowSeconds + 1 && seconds <= MINUTE_SECONDS + 1);
  return found || longer ? [note('window', { seconds: windowSeconds })] : [];
}
