/** Control characters (ANSI escapes among them), bidirectional marks and other invisible formatting that could forge or hide output. */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from a server, made inert for a terminal or a log: on one line, every dangerous character shown as its code point. */
export function inert(text: string): string {
  return text.replace(DANGEROUS, (char) =>
    char === '\n' || char === '\t' ? ' ' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Wraps at blanks to a width, with an indent; words longer than a line are left whole, so that URLs and curl lines can be copied. */
export function wrap(text: string, width: number, indent: string, hanging = indent): string {
  const lines: string[] = [];
  let line = indent;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join('\n');
}
