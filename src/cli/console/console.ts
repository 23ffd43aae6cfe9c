import type { Env } from '../../io/env.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { COLOURED, type Paint, PLAIN } from '../../reporters/text/paint.ts';
import type { Problems } from './problems.ts';

export function tellUnknownColour(option: string | undefined, problems: Problems): void {
  if (option !== undefined && !['always', 'never', 'auto'].includes(option))
    problems.add(`--color: ${JSON.stringify(option)}; write always, never or auto`);
}

/** `--color` > NO_COLOR > FORCE_COLOR > TERM=dumb > TTY; the variables count when they are not empty (no-color.org, force-color.org). */
export function paintFor(option: string | undefined, env: Env, isTerminal: boolean | undefined): Paint {
  if (option === 'always') return COLOURED;
  if (option === 'never') return PLAIN;
  if ((env['NO_COLOR'] ?? '') !== '') return PLAIN;
  if ((env['FORCE_COLOR'] ?? '') !== '') return COLOURED;
  return env['TERM'] !== 'dumb' && isTerminal === true ? COLOURED : PLAIN;
}

/** Sentences as a terminal shows them, each line wrapped at its width; elsewhere each stays on its line, where it can be searched for. */
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

/** Columns to write for: a terminal's own, else 80; never so few that nothing fits nor so many that lines are hard to read. */
export function widthFor(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? 80, 60), 120);
}
