import { basename, dirname, isAbsolute, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Env, Io, Output } from '../io/io.ts';
import type { Layout, Paint } from '../report/terminal.ts';
import { shellWord } from '../text/inert.ts';
import { wrap } from '../text/wrap.ts';

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
