/** A secret and the words that stand in for it wherever it, or a form of it, appears. */
export interface Secret {
  readonly value: string;
  readonly label: string;
}

export type Redact = (text: string) => string;

/**
 * Redaction by value: replaces every secret and its encoded forms (base64, URL, JSON, XML). Longer forms first, so that a secret
 * that contains another is replaced whole. Only text goes in and out: this is the one choke point before anything is stored.
 */
export function redactor(secrets: readonly Secret[]): Redact {
  const forms = new Map<string, string>();
  for (const { value, label } of secrets)
    for (const form of encodings(value)) if (!forms.has(form)) forms.set(form, `[${label}]`);
  if (forms.size === 0) return (text) => text;
  const longestFirst = [...forms.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replace(pattern, (form) => forms.get(form) ?? '[key]');
}

/** The forms in which a server might send a secret back. */
export function encodings(value: string): string[] {
  const base64 = [0, 1, 2].flatMap((offset) => base64Core(value, offset));
  const escaped = JSON.stringify(value).slice(1, -1);
  const xml = value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
  const forms = [
    value,
    escaped,
    escaped.replace(/\//g, '\\/'),
    encodeURIComponent(value),
    encodeURI(value),
    xml,
    ...base64,
  ];
  return [...new Set(forms)].filter((form) => form.length > 0);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The base64 digits that a value gives whatever stands around it (`user:KEY`, `KEY:`), for a start at byte 0, 1 or 2 of a
 * three-byte group; with the URL-safe alphabet as a second form. Digits that mix with a neighbour are left out.
 */
function base64Core(value: string, offset: number): string[] {
  const bytes = [...new Uint8Array(offset), ...new TextEncoder().encode(value)];
  let digits = '';
  const bits = bytes.length * 8;
  for (let bit = 0; bit + 6 <= bits; bit += 6) {
    const byte = Math.floor(bit / 8);
    const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    digits += BASE64[(pair >> (10 - (bit % 8))) & 63];
  }
  const core = digits.slice(Math.ceil((offset * 8) / 6));
  if (core.length < 8) return [];
  return [core, core.replace(/\+/g, '-').replace(/\//g, '_')];
}
