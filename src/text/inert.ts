import { count } from './number-text.ts';

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
export function truncated(text: string, most: number): string {
  if (text.length <= most) return text;
  // Never splits a surrogate pair.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${count(text.length - kept.length)} more characters)`;
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
