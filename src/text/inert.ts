import { count } from './count.ts';

/** Control characters (ANSI escapes among them), bidirectional marks and other invisible formatting that could forge or hide output. */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Log commands of GitHub, Azure and TeamCity: `::command` at the start of a line (or of a word, after wrapping), `##[…]`, `##vso[…]`. */
const COMMANDS = /(?<=^|\s):(?=:[a-z])|#(?=#(?:vso|teamcity)?\[)/gi;

/** Text from a server made harmless for a terminal or a log: on one line, with control characters as code points. */
export function inert(text: string): string {
  // No encoding can write a lone surrogate.
  return text
    .toWellFormed()
    .replace(DANGEROUS, (char) =>
      char === '\n' || char === '\t' ? ' ' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(COMMANDS, (char) => (char === ':' ? '\\:' : '#\\'));
}

/** Truncates a long text, and says how much is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Never splits a surrogate pair.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${count(text.length - kept.length)} more characters)`;
}

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

/** JSON with escaped control characters, so that a terminal does not interpret them. The value stays the same. */
export function inertJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (char) =>
    [...Array(char.length).keys()].map((unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Single quotes, in which a POSIX shell expands nothing. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A text as one word of a POSIX shell. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));
