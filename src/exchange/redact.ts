import { type ApiKey, revealKey } from './api-key.ts';
import type { KeyLabel } from './exchange.ts';

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

/** What a form is written with that is neither the secret itself nor hexadecimal nor base64: in JSON, most backslashes stand before a quote. */
function escapesIn(value: string): RegExp {
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
  const needles = [...new Set([value, hexDigits(value), ...plainParts].map((form) => form.toLowerCase()))];
  const escapes = escapesIn(value);
  return (text) => {
    // No form is shorter than the secret itself.
    if (text.length < value.length) return false;
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
  const written = [...value].map((char) => `${characterForms(char)}\\0?`).join('');
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
 * One character, raw, as %XX, \uXXXX, \xXX, &#NN;, &#xHH;, &name; or with a backslash before it; escapes that were escaped again
 * (%25XX, &amp;lt;) too. As many backslashes as JSON within JSON has, no more: a body may consist of them. The raw one last: it may
 * begin an escaped one.
 */
function characterForms(char: string): string {
  const code = char.charCodeAt(0);
  const hex = hexOf(code);
  const named = NAMED[char];
  const forms = [
    `%(?:25){0,4}${hex}`,
    `\\\\{1,4}(?:u00|x)${hex}`,
    `&(?:amp;){0,4}#(?:0*${code}|x0*${hex});`,
    ...(named === undefined ? [] : [`&(?:amp;){0,4}${named};`]),
  ];
  if (/[^A-Za-z0-9]/.test(char)) forms.push(`\\\\{1,4}${literally(char)}`);
  forms.push(literally(char));
  return `(?:${forms.join('|')})`;
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
  if (digit === '+') return `(?:-|${characterForms('+')})`;
  return digit === '/' ? `(?:_|${characterForms('/')})` : digit;
}
