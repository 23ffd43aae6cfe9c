import { isAnswered } from '../../exchange/exchange.ts';
import type { Exchange, HeaderLine } from '../../exchange/records/exchange-record.ts';
import { isExchange, isKind, type JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Io } from '../../io/io.ts';
import { costOf } from '../../run/cost.ts';
import type { Prepared } from '../../run/prepare.ts';
import { cut, inert } from '../../text/inert.ts';
import { paintFor } from '../console/console.ts';
import type { Reporting } from '../options/read-reporting.ts';
import { loadProgress } from './load-progress.ts';
import { type Progress, progress, waitLine } from './progress.ts';
import { screenOn } from './screen.ts';
export type Watch = ReturnType<typeof watch>;

/** Shows the conformance part first, and the limits from k6's first record on. */
export function watch(
  prepared: Prepared,
  { quiet, verbose }: Reporting,
  { clock, env, stderr }: Pick<Io, 'clock' | 'env' | 'stderr'>,
) {
  const paint = paintFor(env, stderr.isTTY);
  const isTerminal = stderr.isTTY === true && !quiet;
  const write = (text: string) => {
    stderr.write(text);
  };
  const screen = screenOn(quiet ? () => undefined : write, isTerminal, () => stderr.columns);
  let live: Progress | undefined;
  let isExhausting = false;
  /** Starts the progress. A k6 build before it has its own. */
  const begin = () => {
    live ??= progress(screen, paint, costOf(prepared).check.requests, clock);
  };
  /** Ends the progress, or that of the conformance part. */
  const end = () => {
    live?.end();
    live = NOTHING;
  };
  const see = (record: JournalRecord) => {
    begin();
    if (isKind(record, 'start') && !isExhausting) {
      live?.end();
      live = loadProgress(screen, paint, prepared.head, clock);
      isExhausting = true;
    }
    // k6 sends too many requests to print; they are in the journal.
    if (verbose && isExchange(record) && record.recorder === 'client') screen.say(wireLines(record));
    if (live === NOTHING && isKind(record, 'wait')) screen.say(waitLine(record));
    live?.see(record);
  };
  /** Prints even with `--quiet`. */
  const print = quiet ? write : screen.say;
  return { say: screen.say, print, begin, see, end };
}

const NOTHING: Progress = { see: () => undefined, end: () => undefined };

/** Maximum characters of a body; the journal has all of it. */
const BODY = 300;

/** One exchange for `--verbose`: `>` is the request, `<` the response. Keys are already redacted. */
export function wireLines(exchange: Exchange): string {
  const { sent, received, seq, probe } = exchange;
  const milliseconds = `${(received.at - sent.at).toFixed(1)} ms`;
  const answer = isAnswered(exchange)
    ? [
        `< ${exchange.received.status}  (${milliseconds})`,
        ...exchange.received.headers.map(headerLine('<')),
        ...bodyLines('<', exchange.received.body),
      ]
    : 'failure' in received
      ? [`< no response: ${inert(`${received.failure.code} ${received.failure.message}`)}  (${milliseconds})`]
      : [];
  const lines = [
    `* request ${seq}, ${inert(probe)}`,
    `> ${inert(`${sent.method} ${sent.path}`)}`,
    ...sent.headers.map(headerLine('>')),
    ...bodyLines('>', sent.body),
    ...answer,
  ];
  return `${lines.join('\n')}\n`;
}

const headerLine =
  (mark: string) =>
  ([name, value]: HeaderLine) =>
    `${mark} ${inert(name)}: ${inert(cut(value, BODY))}`;

function bodyLines(mark: string, body: string | null): string[] {
  return body === null || body === '' ? [] : [mark, `${mark} ${inert(cut(body, BODY))}`];
}
