import { isExchange, isKind, type JournalRecord } from '../../exchange/index.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { type Prepared, sentAlways } from '../../run/prepare.ts';
import { paintFor } from '../console/console.ts';
import type { Reporting } from '../options/read-reporting.ts';
import { loadProgress } from './load-progress.ts';
import { type Progress, progress, waitLine } from './progress.ts';
import { screenOn } from './screen.ts';
import { wireLines } from './wire.ts';

/** Progress of a run on stderr. */
export type Watch = ReturnType<typeof watch>;

/** Shows the conformance part first, and the limits from k6's first record on. */
export function watch(
  prepared: Prepared,
  { quiet, verbose, color }: Reporting,
  { clock, env, stderr }: Pick<Io, 'clock' | 'env' | 'stderr'>,
) {
  const paint = paintFor(color, env, stderr.isTTY);
  const isTerminal = stderr.isTTY === true && !quiet;
  const write = (text: string) => {
    stderr.write(text);
  };
  const screen = screenOn(quiet ? () => undefined : write, isTerminal, () => stderr.columns);
  const fold = foldFor(isTerminal ? {} : env, 'storecheck: progress', clock.now());
  let live: Progress | undefined;
  let state: 'new' | 'checking' | 'exhausting' | 'over' = 'new';
  /** Starts the progress. A k6 build before it has its own. */
  const begin = () => {
    live ??= progress(screen, paint, sentAlways(prepared).length, clock);
  };
  /** Ends the progress of the conformance part. */
  const endCheck = () => {
    live?.end();
    live = NOTHING;
  };
  const see = (record: JournalRecord) => {
    begin();
    if (state === 'new') {
      screen.say(fold.open);
      state = 'checking';
    }
    if (isKind(record, 'start') && state === 'checking') {
      live?.end();
      live = loadProgress(screen, paint, prepared.head, clock);
      state = 'exhausting';
    }
    // k6 sends too many requests to print; they are in the journal.
    if (verbose && isExchange(record) && record.recorder === 'client') screen.say(wireLines(record));
    if (live === NOTHING && isKind(record, 'wait')) screen.say(waitLine(record));
    live?.see(record);
  };
  const end = () => {
    if (state === 'over') return;
    live?.end();
    if (state !== 'new') screen.say(fold.close);
    state = 'over';
  };
  /** Prints even with `--quiet`. */
  const print = quiet ? write : screen.say;
  return { say: screen.say, print, begin, endCheck, see, end };
}

const NOTHING: Progress = { see: () => undefined, end: () => undefined };

/** The lines that open and close a folded section in the log of the current CI; empty elsewhere. */
export function foldFor(env: Env, title: string, now: number) {
  if (env['GITHUB_ACTIONS'] === 'true') return { open: `::group::${title}\n`, close: '::endgroup::\n' };
  if (env['GITLAB_CI'] === 'true') {
    const marker = (kind: string) => `\u001b[0Ksection_${kind}:${Math.floor(now / 1000)}:storecheck`;
    return {
      open: `${marker('start')}[collapsed=true]\r\u001b[0K${title}\n`,
      close: `${marker('end')}\r\u001b[0K\n`,
    };
  }
  return { open: '', close: '' };
}
