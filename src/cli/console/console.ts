import { basename, dirname, isAbsolute, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { confirmsHost } from '../../config/target-class.ts';
import type { AbortReason } from '../../exchange/trace.ts';
import type { Env, Io, Output } from '../../io/io.ts';
import type { Layout, Paint } from '../../report/terminal.ts';
import { CommandError } from '../../run/errors.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { shellWord } from '../../text/inert.ts';
import { wrap } from '../../text/wrap.ts';

export const PLAIN: Paint = (_colour, text) => text;

/** Colours every text. Node does not check the variables and the stream, because `paintFor` does. */
export const COLOURED: Paint = (colour, text) => styleText(colour, text, { validateStream: false });

/** Checks NO_COLOR, then FORCE_COLOR (no-color.org, force-color.org; both only if not empty), then TERM=dumb, then the terminal. */
export function paintFor(env: Env, isTerminal: boolean | undefined): Paint {
  if ((env['NO_COLOR'] ?? '') !== '') return PLAIN;
  if ((env['FORCE_COLOR'] ?? '') !== '') return COLOURED;
  return env['TERM'] !== 'dumb' && isTerminal === true ? COLOURED : PLAIN;
}

type TerminalInfo = Pick<Output, 'isTTY' | 'columns'>;

/** Wraps each line at the terminal's width. Without a terminal, lines are not wrapped, so that they can be searched. */
export function fitted(text: string, { isTTY, columns }: TerminalInfo): string {
  if (isTTY !== true) return text;
  const indentOf = (line: string) => /^ */.exec(line)?.[0] ?? '';
  return text
    .split('\n')
    .map((line) => wrap(line.trimStart(), widthFor(columns), indentOf(line), `${indentOf(line)}  `))
    .join('\n');
}

export const widthFor = (columns: number | undefined): number => Math.min(Math.max(columns ?? 80, 60), 120);

export const layoutFor = ({ isTTY, columns }: TerminalInfo, { env }: Pick<Io, 'env'>): Layout => ({
  paint: paintFor(env, isTTY),
  width: widthFor(columns),
});

/** The command with which the user called the tool, so that printed commands can be pasted. `script` is absolute. */
export function toolCommand({ script, cwd }: Pick<Io, 'script' | 'cwd'>): string {
  if (basename(script) === 'storecheck')
    return dirname(script).endsWith('node_modules/.bin') ? 'npx --no-install @storecheck/cli' : 'storecheck';
  const path = relative(cwd, script);
  return `node ${shellWord(path.startsWith('..') || isAbsolute(path) ? script : path)}`;
}

/** Asks for the host name, which confirms these flags. Throws a CommandError if the user types another name. */
export async function askForHost(host: string, flags: readonly string[], { stdin, stderr }: Io): Promise<void> {
  const text = `${host} is a production host. Confirm ${flags.join(' and ')}.`;
  stderr.write(`${wrap(text, widthFor(stderr.columns), '')}\n`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const typed = (await terminal.question('Type the host name to continue: ')).trim();
    if (!confirmsHost(typed, host))
      throw new CommandError([`the host is ${host}, not ${JSON.stringify(typed)}; nothing was sent`]);
  } finally {
    terminal.close();
  }
}

/** A signal that the first Ctrl-C, SIGTERM or SIGHUP aborts, or the end of `maxMs`. The command then judges. A second Ctrl-C exits. */
export function stopSignal(io: Io, clear = () => {}, maxMs?: number) {
  const controller = new AbortController();
  const stop = (reason?: AbortReason) => {
    if (controller.signal.aborted) return;
    const why = reason === 'time-budget' ? ' at the time limit (--max-duration)' : '';
    clear();
    io.stderr.write(fitted(`\nstopping${why}; Ctrl-C exits immediately\n`, io.stderr));
    controller.abort(reason);
  };
  const ignoreSignals = io.onInterrupt(() => {
    if (controller.signal.aborted) io.exit(EXIT.interrupted);
    else stop();
  });
  const cancel = maxMs === undefined ? undefined : io.clock.after(maxMs, () => stop('time-budget'));
  const stopListening = () => {
    cancel?.();
    ignoreSignals();
  };
  return { signal: controller.signal, stop, stopListening };
}

export type Problems = ReturnType<typeof collectProblems>;

/** Collects the problems of a command line. `throwIfAny` reports all of them in one CommandError. */
export function collectProblems() {
  const problems = new Set<string>();
  return {
    add: (problem: string): undefined => void problems.add(problem),
    all: (): readonly string[] => [...problems],
    throwIfAny: () => {
      if (problems.size > 0) throw new CommandError([...problems]);
    },
  };
}
