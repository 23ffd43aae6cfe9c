/** A secret and the words that stand in for it wherever it, or a form of it, appears. */
export interface Secret {
  readonly value: string;
  readonly label: string;
}

export type Redact = (text: string) => string;

/**
 * Redaction by value: replaces every secret in whatever way a server may write it: character by character raw or escaped for JSON, URLs,
 * forms, HTML and XML, in any mixture, and as base64 at any offset. Longer secrets first, so that one that contains another is replaced
 * whole. Only text goes in and out: this is the one choke point before anything is stored.
 */
export function redactor(secrets: readonly Secret[]): Redact {
  const patterns = [...secrets]
    .filter(({ value }) => value !== '')
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ value, label }) => ({ pattern: secretPattern(value), label }));
  return (text) => patterns.reduce((redacted, { pattern, label }) => redacted.replace(pattern, `[${label}]`), text);
}

/** Matches a secret in all its forms. */
export function secretPattern(value: string): RegExp {
  const written = [...value].map(characterForms).join('');
  return new RegExp([written, ...base64Forms(value).map(literally)].join('|'), 'g');
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** One character, raw, as %XX, \uXXXX, &#NN;, &#xHH;, &name; or with a backslash before it; hexadecimal in either case. As many backslashes as JSON within JSON has, no more: a body may consist of them. The raw one last: it may begin an escaped one. */
function characterForms(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const named = NAMED[char];
  const forms = [
    `%${hex}`,
    `\\\\{1,4}u00${hex}`,
    `&#0*${code};`,
    `&#[xX]0*${hex};`,
    ...(named === undefined ? [] : [`&${named};`]),
  ];
  if (/[^A-Za-z0-9]/.test(char)) forms.push(`\\\\{1,4}${literally(char)}`);
  forms.push(literally(char));
  return `(?:${forms.join('|')})`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The base64 digits that a value gives whatever stands around it (`user:KEY`, `KEY:`), for a start at byte 0, 1 or 2 of a three-byte group;
 * with the URL-safe alphabet as a second form. Digits that mix with a neighbour are left out.
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
    return core.length < 8 ? [] : [core, core.replace(/\+/g, '-').replace(/\//g, '_')];
  });
}
