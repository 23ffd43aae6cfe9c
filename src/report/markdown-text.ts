import { cut, plain } from '../text/inert.ts';

/** Maximum characters of a server's text outside of a block. */
const SPAN = 500;

/**
 * What Markdown and GitHub interpret, and nothing else, because people read the file, too. A bracket around an interval is not a link, and
 * a lone `~` strikes nothing through. For links, mentions and issue numbers, see `safeText`.
 */
const ACTIVE =
  /[\\`*<|$]|\[(?![\d.]+–[\d.?]+\](?![([:]))|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<!^)~|~(?!$)|&(?=[#\p{L}])|#(?=\d)|^[#>+=]/gu;

/** Our own text (titles, quotes, labels), escaped. */
export function words(text: string): string {
  return plain(cut(text, SPAN)).replace(ACTIVE, '\\$&');
}

/** Text that may come from a server: plain prose as it is, else as code, in which mentions, links, images and HTML are inactive. */
export function safeText(text: string): string {
  const shown = plain(cut(text, SPAN));
  // Letters and blanks alone can be nothing else, nor can a unit such as requests/s or 20/s, nor a port.
  return /^(?:[\p{L}\p{N} .,;'"“”()%…→×≤-]|:(?= |$|\d+(?![\d:]))|(?<=requests|\d)\/(?=s|min))*$/u.test(shown) &&
    !/www\./i.test(shown)
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

/** A table cell without pipes, because tables are split before code is parsed. */
export function cell(text: string): string {
  return text.replace(/\\?\|/g, '¦');
}

/** Lines in a code block with a fence that none of them can close. */
export function block(lines: readonly string[]): string {
  const text = lines.map(plain).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
