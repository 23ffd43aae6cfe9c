import type { Env } from '../../io/env.ts';
import { COLOURED, type Paint, PLAIN } from '../../report/paint.ts';
import { wrap } from '../../text/inert.ts';

/** NO_COLOR > FORCE_COLOR > TERM=dumb > TTY; the variables count when they are not empty (no-color.org, force-color.org). */
export function paintFor(env: Env, isTerminal: boolean | undefined): Paint {
  if ((env['NO_COLOR'] ?? '') !== '') return PLAIN;
  if ((env['FORCE_COLOR'] ?? '') !== '') return COLOURED;
  return env['TERM'] !== 'dumb' && isTerminal === true ? COLOURED : PLAIN;
}

/** Wraps each line at the terminal's width. Without a terminal, lines are not wrapped, so that they can be searched. */
export function fitted(
  text: string,
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  if (isTTY !== true) return text;
  const indentOf = (line: string) => /^ */.exec(line)?.[0] ?? '';
  return text
    .split('\n')
    .map((line) => wrap(line.trimStart(), widthFor(columns), indentOf(line), `${indentOf(line)}  `))
    .join('\n');
}

/** The width to print for: the terminal's, else 80, within readable bounds. */
export function widthFor(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? 80, 60), 120);
}
