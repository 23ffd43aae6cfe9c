/**
 * Prose that nothing in Markdown and on GitHub interprets, because people read the file, too: letters, blanks, a unit such as requests/s
 * or 20/s, and a colon that begins neither an address nor an emoji.
 */
const PROSE = /^(?:[\p{L}\p{N} .,;'"“”()%…→×≤-]|:(?= |$|\d+(?![\d:]))|(?<=requests|\d)\/(?=s|min))*$/u;

/** Text on one line that may come from a server: prose as it is, else as code, in which mentions, links, images and HTML are inactive. */
export const safeText = (text: string): string => (PROSE.test(text) && !/www\./i.test(text) ? text : span(text));

/** A code span: its fence is longer than any run of backticks in it. */
function span(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const blank = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${fence}${blank}${text}${blank}${fence}`;
}

/** Lines in a code block with a fence that none of them can close. */
export function block(lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
