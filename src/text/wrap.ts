/** A character that inert text never contains. */
const GLUE = '\u0000';

/** A command that `wrap` keeps on one line, so that it can be pasted. */
export const unbroken = (command: string): string => command.replaceAll(' ', GLUE);

/** The same text with ordinary blanks, for formats that wrap on their own. */
export const withBlanks = (text: string): string => text.replaceAll(GLUE, ' ');

/** The same with commands and addresses as code in backticks. */
export const asCode = (text: string): string => withBlanks(text.replace(/\S*(?:\u0000|:\/\/)\S*/g, '`$&`'));

/** Wraps at spaces, with an indent. Never splits words, so that URLs and curl commands can be copied. */
export function wrap(text: string, width: number, indent: string, hanging = indent): string {
  const lines: string[] = [];
  const [first = '', ...words] = text.split(' ');
  let line = `${indent}${first}`;
  for (const word of words) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${hanging}${word}`;
    } else line += ` ${word}`;
  }
  return withBlanks([...lines, line].join('\n'));
}
