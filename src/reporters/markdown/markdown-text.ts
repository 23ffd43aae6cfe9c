import { cut, plain } from '../text/inert.ts';

/** How much of a text that may be a server's is shown outside of a block. */
const SPAN = 500;

/** What Markdown would read as more than letters. Nothing becomes a link, a mention or an issue's number either: see `said`. */
const ACTIVE = /[\\`*_{}[\]<>()#+!|~&$^=-]/g;

/** Words of our own (titles, quotes, labels) as they stand. */
export function words(text: string): string {
  return plain(cut(text, SPAN)).replace(ACTIVE, (char) => (char === '-' ? char : `\\${char}`));
}

/** Text that may hold a server's: as words where it is plain prose, else as code, in which no mention, link, image or HTML is ever read. */
export function said(text: string): string {
  const shown = plain(cut(text, SPAN));
  // Letters and blanks alone can be nothing else, nor can a unit such as requests/s.
  return /^(?:[\p{L}\p{N} .,;'"“”()%…→-]|:(?= )|(?<=requests)\/(?=s|min))*$/u.test(shown) && !/www\./i.test(shown)
    ? words(shown)
    : span(shown);
}

/** A code span around a text on one line: its fence is longer than any run of backticks in it. */
export function span(text: string): string {
  const shown = plain(cut(text, SPAN));
  const fence = '`'.repeat(longestRun(shown) + 1);
  const blank = shown === '' || /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}`;
}

/** A cell holds no pipe: a table is cut into cells before code is looked for. */
export function cell(text: string): string {
  return text.replace(/\\?\|/g, '¦');
}

/** Lines as they are, in a block whose fence none of them can close. */
export function block(lines: readonly string[]): string {
  const text = lines.map(plain).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
