import { type ApiKey, revealKey } from './api-key.ts';
import type { KeyLabel } from './records/schema.ts';

export interface Secret {
  readonly value: string;
  readonly label: string;
}

export type Redact = (text: string) => string;

/**
 * Redaction by value: replaces every secret in whatever way a server may write it, in any letter case: character by character raw or
 * escaped for JSON, URLs, forms, HTML and XML, in any mixture; in hexadecimal; and as base64 at any offset. Longer secrets first, so
 * that one that contains another is replaced whole. Only text goes in and out: this is the one choke point before anything is stored,
 * for both recorders.
 */
export function redactor(secrets: readonly Secret[]): Redact {
  const patterns = [...secrets]
    .filter(({ value }) => value !== '')
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ value, label }) => ({ mayHold: suspicion(value), pattern: secretPattern(value), label }));
  return (text) => {
    let redacted = text;
    for (const { mayHold, pattern, label } of patterns)
      if (mayHold(redacted)) redacted = redacted.replace(pattern, `[${label}]`);
    return redacted;
  };
}

/**
 * What a form is written with that is neither the secret itself nor hexadecimal nor base64: in JSON, most backslashes stand before a
 * quote. A backslash of the secret may be missing or repeated, so any backslash is an escape then.
 */
function escapesIn(value: string): RegExp {
  if (value.includes('\\')) return /[%&\0\\]/;
  const special = [...new Set(value.replace(/[A-Za-z0-9]/g, ''))].map(literally).join('');
  return new RegExp(`[%&\\0]|\\\\[ux${special}]`, 'i');
}

/**
 * Whether a text may hold a secret: false for most of what is recorded, and found without the pattern, which is slow, in k6 above all.
 * Where a form has no escapes, it is the secret, its hexadecimal digits or base64, of which a part stands without `+` and `/`.
 */
function suspicion(value: string): (text: string) => boolean {
  // Letter case beyond ASCII has rules of its own.
  if (/[^\0-\x7f]/.test(value)) return () => true;
  const plainParts = base64Of(value).map((digits) => longest(digits.split(/[+/]/)));
  const needles = [
    ...new Set([value, withoutBackslashes(value), hexDigits(value), ...plainParts].map((form) => form.toLowerCase())),
  ];
  const escapes = escapesIn(value);
  const shortest = withoutBackslashes(value).length;
  return (text) => {
    // No form is shorter than the secret itself without its backslashes.
    if (text.length < shortest) return false;
    if (escapes.test(text)) return true;
    const lower = text.toLowerCase();
    return needles.some((needle) => lower.includes(needle));
  };
}

const longest = (parts: readonly string[]) =>
  parts.reduce((most, part) => (part.length > most.length ? part : most), '');

export function keyRedactor(keys: ReadonlyMap<KeyLabel, string>): Redact {
  return redactor([...keys].map(([label, value]) => ({ value, label: `key ${label}` })));
}

/** Redacts keys. With `cut`, also each key without its last character, which a probe sends and a server may echo. */
export function apiKeyRedactor(keys: readonly ApiKey[], { cut = false } = {}): Redact {
  const secrets = keys.map((key) => ({ value: revealKey(key), label: `key ${key.label}` }));
  return redactor(cut ? secrets.flatMap((one) => [one, { ...one, value: one.value.slice(0, -1) }]) : secrets);
}

/** Matches a secret in all its forms. */
function secretPattern(value: string): RegExp {
  // UTF-16 has a zero beside each ASCII character.
  const written = writtenParts(value)
    .map((part) => `${part}\\0?`)
    .join('');
  const base64 = base64Of(value).map((digits) => [...digits].map(digitForms).join(''));
  return new RegExp([written, hexDigits(value), ...base64].join('|'), 'gi');
}

const hexDigits = (value: string) => [...new TextEncoder().encode(value)].map(hexOf).join('');

/** Of the secret itself, and of it as it stands in JSON or in a URL. */
function base64Of(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, inJson, encodeURIComponent(value)].flatMap(base64Forms))];
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * The characters of a secret. Each escaping for JSON doubles the backslashes, and may be repeated, so any number of them may stand
 * before a character, and a backslash of the secret is one of them. Without enough other characters, the pattern would match everywhere.
 */
function writtenParts(value: string): string[] {
  const chars = [...value];
  if (withoutBackslashes(value).length < FEWEST_CHARACTERS)
    return chars.map((char) => (char === '\\' ? '\\\\{1,4}' : characterForms(char, FEW)));
  const first = chars.findIndex((char) => char !== '\\');
  return chars.map((char, index) => {
    // Bounded where a match begins: a body may consist of backslashes.
    const form = characterForms(char, index <= first ? FEW : '*');
    return char === '\\' ? `(?:${form}\\0?)?` : form;
  });
}

const FEWEST_CHARACTERS = 4;
const FEW = '{0,4}';

const withoutBackslashes = (text: string) => text.replaceAll('\\', '');

/**
 * One character with backslashes before it: raw, as %XX, \uXXXX, \xXX, &#NN;, &#xHH; or &name;. Escapes that were escaped again
 * (%25XX, &amp;lt;) too. A raw backslash is one of those before the next character, or has the zero of UTF-16 behind it.
 */
function characterForms(char: string, backslashes: '*' | typeof FEW): string {
  const code = char.charCodeAt(0);
  const hex = hexOf(code);
  const named = NAMED[char];
  const forms = [
    `%(?:25){0,4}${hex}`,
    `(?:u00|x)${hex}`,
    `&(?:amp;){0,4}#(?:0*${code}|x0*${hex});`,
    ...(named === undefined ? [] : [`&(?:amp;){0,4}${named};`]),
    char === '\\' ? '\\\\\\0' : literally(char),
  ];
  return `\\\\${backslashes}(?:${forms.join('|')})`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The base64 digits that a value gives whatever stands around it (`user:KEY`, `KEY:`), for a start at byte 0, 1 or 2 of a three-byte
 * group. Digits that mix with a neighbour are skipped.
 */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = [...new Uint8Array(offset), ...new TextEncoder().encode(value)];
    let digits = '';
    for (let bit = 0; bit + 6 <= bytes.length * 8; bit += 6) {
      const byte = Math.floor(bit / 8);
      const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
      digits += BASE64[(pair >> (10 - (bit % 8))) & 63];
    }
    const core = digits.slice(Math.ceil((offset * 8) / 6));
    return core.length < 8 ? [] : [core];
  });
}

/** Two of the digits are escaped in URLs and JSON, and others in base64 for URLs. */
function digitForms(digit: string): string {
  if (digit === '+') return `(?:-|${characterForms('+', FEW)})`;
  return digit === '/' ? `(?:_|${characterForms('/', FEW)})` : digit;
}
