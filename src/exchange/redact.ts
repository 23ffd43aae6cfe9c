import { type ApiKey, revealKey } from './api-key.ts';
import type { KeyLabel } from './records/types.ts';

export type Redact = (text: string) => string;

/**
 * Returns a function that replaces every secret in a text, in any letter case and however a server writes it. It finds secrets raw or
 * escaped for JSON, URLs, forms, HTML and XML, in any mixture, in hexadecimal, and as base64 at any offset. The text is searched as it is,
 * and again after each undoing of escapes. Longer secrets come first, so that a secret which contains another is replaced completely.
 * Both recorders redact everything with it before they store anything.
 */
export function keyRedactor(keys: Iterable<readonly [label: KeyLabel, value: string]>): Redact {
  const patterns = [...keys]
    .filter(([, value]) => value !== '')
    .sort(([, a], [, b]) => b.length - a.length)
    // Most headers are shorter than any form of the secret, so they need no search.
    .map(([label, value]) => ({ pattern: patternOf(value), shortest: levelsOf(value).at(-1)?.length ?? 0, label }));
  return (text) =>
    patterns.reduce(
      (redacted, { pattern, shortest, label }) =>
        redacted.length < shortest ? redacted : replaced(redacted, pattern, `[key ${label}]`),
      text,
    );
}

export const apiKeyRedactor = (keys: readonly ApiKey[]): Redact =>
  keyRedactor(keys.map((key) => [key.label, revealKey(key)]));

/**
 * One escaped character: \uXXXX, \xXX, %XX, &#NN;, &#xHH; or &name;, also if its `%` or `&` was escaped again. Each escaping for JSON
 * doubles the backslashes, so any number of them may stand before a character. UTF-16 has a zero beside each ASCII character.
 */
const ESCAPE =
  /\\+(?:u00([\da-f]{2})|x([\da-f]{2}))?|%(?:25)*([\da-f]{2})|&(?:amp;)*(?:#0*(\d{1,3})|#x0*([\da-f]{1,2})|(amp|lt|gt|quot|apos));|\0/gi;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The character that an escape stands for; empty for backslashes alone and for a zero. */
function unescaped([, unicode, hex, percent, decimal, hexadecimal, name = '']: readonly (
  | string
  | undefined
)[]): string {
  const code = unicode ?? hex ?? percent ?? hexadecimal;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return decimal === undefined ? (NAMED[name.toLowerCase()] ?? '') : String.fromCharCode(Number(decimal));
}

const withoutEscapes = (text: string) =>
  /[\\%&\0]/.test(text) ? text.replace(ESCAPE, (...match) => unescaped(match)) : text;

/** Maximum number of times that escapes are undone: a body may escape its escapes any number of times. */
const MAX_ESCAPE_LEVELS = 8;

/** The text, and its result after each time that its escapes are undone. */
function levelsOf(text: string): string[] {
  const levels = [text];
  for (
    let next = withoutEscapes(text);
    next !== levels.at(-1) && levels.length <= MAX_ESCAPE_LEVELS;
    next = withoutEscapes(next)
  )
    levels.push(next);
  return levels;
}

/** The shortest form of a secret that is searched. A shorter one may occur in any text. */
const MIN_FORM_LENGTH = 4;

/** A pattern that matches a secret that is not escaped, or is in hexadecimal or base64. */
function patternOf(value: string): RegExp {
  // A service may drop a backslash that looks like an escape.
  const plain = [levelsOf(value).at(-1) ?? '', value.replaceAll('\\', '')];
  const forms = [value, ...plain.filter(({ length }) => length >= MIN_FORM_LENGTH), hexDigits(value)];
  const inJson = JSON.stringify(value).slice(1, -1);
  const base64 = [value, inJson, encodeURIComponent(value)].flatMap(base64Forms);
  // base64url writes two digits with other characters.
  const digits = base64.map((text) => text.replaceAll('+', '[+-]').replaceAll('/', '[/_]'));
  return new RegExp([...new Set([...forms.map(literally), ...digits])].join('|'), 'gi');
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const hexDigits = (value: string) =>
  [...new TextEncoder().encode(value)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function replaced(text: string, pattern: RegExp, label: string): string {
  const levels = levelsOf(text);
  if (levels.every((level) => level.search(pattern) < 0)) return text;
  let redacted = '';
  let done = 0;
  // Several levels may show the same secret, a backslash longer or shorter. The next secret may begin with the last backslash of this one.
  for (const [from, to] of placesIn(levels, pattern).sort(([a], [b]) => a - b)) {
    if (from >= done || /[^\\]/.test(text.slice(done, to))) redacted += text.slice(done, from) + label;
    done = Math.max(done, to);
  }
  return redacted + text.slice(done);
}

/** The places of a secret in a text. The place of an escaped secret begins with the backslashes before its first character. */
function placesIn([text = '', ...undone]: readonly string[], pattern: RegExp) {
  const places: (readonly [from: number, to: number])[] = [];
  let ends = Array.from({ length: text.length }, (_, index) => index + 1);
  for (const level of [text, ...undone]) {
    for (const match of level.matchAll(pattern))
      places.push([ends[match.index - 1] ?? 0, ends[match.index + match[0].length - 1] ?? text.length]);
    ends = endsAfterUndoing(level, ends);
  }
  return places;
}

/** @param ends where in the text each character of a level ends. Returns the same for the next level. */
function endsAfterUndoing(level: string, ends: readonly number[]): number[] {
  const kept: number[] = [];
  let done = 0;
  for (const match of level.matchAll(ESCAPE)) {
    for (; done < match.index; done += 1) kept.push(ends[done] ?? 0);
    done += match[0].length;
    if (unescaped(match) !== '') kept.push(ends[done - 1] ?? 0);
  }
  return kept.concat(ends.slice(done));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 digits of a value within any text (`user:KEY`, `KEY:`), without digits that also hold bits of the text around it. */
function base64Forms(value: string): string[] {
  const bits = [...new TextEncoder().encode(value)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 4, 2].flatMap((mixedBits) => {
    const digits = (bits.slice(mixedBits).match(/.{6}/g) ?? []).map((six) => BASE64[Number.parseInt(six, 2)]);
    return digits.length < 8 ? [] : [digits.join('')];
  });
}
