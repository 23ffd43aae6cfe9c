import { count } from './count.ts';

/** Control characters (ANSI escapes among them), bidirectional marks and other invisible formatting that could forge or hide output. */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A half of a surrogate pair: no text, and no encoding can write it. */
const HALVES = /\p{Cs}/gu;

/**
 * What the log readers of GitHub, Azure and TeamCity obey: `::command` where a line begins (a word may begin one, once it is wrapped),
 * and `##[…]`, `##vso[…]`, `##teamcity[…]` anywhere.
 */
const COMMANDS = /(?<=^|\s):(?=:[a-z])|#(?=#(?:vso|teamcity)?\[)/gi;

/** Text from a server, made inert for a terminal or a log: on one line, every dangerous character shown as its code point. */
export function inert(text: string): string {
  return text
    .replace(HALVES, '\ufffd')
    .replace(DANGEROUS, (char) =>
      char === '\n' || char === '\t' ? ' ' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(COMMANDS, (char) => (char === ':' ? '\\:' : '#\\'));
}

/** Escape sequences of terminals, whole: CSI with its parameters, OSC and its kin where they end, and the two-character ones. */
const ANSI =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?/g;

/** The same for files that other tools show: escape sequences leave nothing behind, not even their tails. */
export function plain(text: string): string {
  return inert(text.replace(ANSI, ''));
}

/** The beginning of a text that is too long to be shown, and how much is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Never half of a surrogate pair.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${count(text.length - kept.length)} more characters)`;
}

/** No text has one once it is inert. */
const GLUE = '\u0000';

/** A command to be pasted, which `wrap` keeps on one line. */
export const unbroken = (command: string): string => command.replaceAll(' ', GLUE);

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
  return [...lines, line].join('\n').replaceAll(GLUE, ' ');
}
