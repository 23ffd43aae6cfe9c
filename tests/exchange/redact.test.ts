import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/exchange/redact.ts';

/** A key as customers have them, and one of every character that some syntax reads. */
const keys = fc.string({
  unit: fc.constantFrom(...'abcXYZ019_-.+/=$^*()[]{}|\\?"\'<>&%~!#@:;,'),
  minLength: 12,
  maxLength: 40,
});
/** Text that can hold no part of a key's forms. */
const around = fc.string({ unit: fc.constantFrom(' ', '\n', 'ä', '猫', '\t'), maxLength: 6 });

const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = (key: string) => JSON.stringify(key).slice(1, -1);
const hex = (key: string, form: (code: string, char: string) => string) =>
  [...key]
    .map((char) => (/[\w.-]/.test(char) ? char : form(char.charCodeAt(0).toString(16).padStart(2, '0'), char)))
    .join('');

const xml = (key: string) =>
  key.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');

const FORMS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'escaped for JSON': json,
  'escaped for JSON twice': (key) => json(json(key)),
  'escaped for JSON six times': (key) => json(json(json(json(json(json(key)))))),
  'without its backslashes': (key) => key.replaceAll('\\', ''),
  'escaped for JSON with \\/': (key) => json(key).replaceAll('/', '\\/'),
  'escaped for JSON in HTML, as Go and Gson do (\\u003c)': (key) =>
    json(key).replace(/[<>&='+]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'escaped as a URL component': encodeURIComponent,
  'escaped as a URL': encodeURI,
  'escaped as form data': (key) => new URLSearchParams({ key }).toString().slice('key='.length),
  'escaped as a URL component in lower-case hex': (key) => hex(key, (code) => `%${code}`),
  'escaped for XML': xml,
  'escaped for XML with &apos;': (key) => xml(key).replaceAll('&#39;', '&apos;'),
  'escaped for XML twice': (key) => xml(xml(key)),
  'escaped as a URL component twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'escaped as logs and scripts do (\\x3c)': (key) => hex(key, (code) => `\\x${code}`),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'in UTF-16': (key) => [...key].map((char) => `${char}\0`).join(''),
  'escaped for HTML in numbers (&#x27;, &#34;)': (key) =>
    key.replace(/[&<>"']/g, (char) => (char === "'" ? '&#x27;' : `&#${char.charCodeAt(0)};`)),
};

/** Backslashes before and after a key may remain: they reveal nothing. */
const withoutBackslashes = (text: string) => text.replaceAll('\\', '');

describe('a redacted text', () => {
  it('holds no key that stood in it in any form', () => {
    const property = fc.property(keys, around, around, (key, before, after) => {
      const redact = redactor([{ value: key, label: 'key free#1' }]);
      for (const [name, form] of Object.entries(FORMS))
        expect(withoutBackslashes(redact(`${before}${form(key)}${after}`)), name).toBe(`${before}[key free#1]${after}`);
    });
    fc.assert(property, { numRuns: 20 });
  });

  it.each([0, 1, 2])('holds no base64 of a key that starts %i bytes into a group', (offset) => {
    const property = fc.property(
      keys,
      fc.string({ unit: fc.constantFrom(...'abc:'), minLength: offset, maxLength: offset }),
      fc.constantFrom('base64' as const, 'base64url' as const),
      (key, before, encoding) => {
        const text = Buffer.from(`${before}${key}:more`).toString(encoding);
        const redacted = redactor([{ value: key, label: 'key free#1' }])(text);
        expect(redacted).toContain('[key free#1]');
        expect(redacted.replace('[key free#1]', '').length).toBeLessThan(16);
      },
    );
    fc.assert(property, { numRuns: 20 });
  });

  it.each<[what: string, text: (key: string) => string]>([
    ['escaped for URLs', (key) => encodeURIComponent(base64(`${key}:more`))],
    ['escaped for JSON', (key) => base64(`${key}:more`).replace(/\//g, '\\/')],
    ['of a JSON text', (key) => base64(JSON.stringify({ authorization: `Bearer ${key}` }))],
  ])('holds no base64 %s', (_what, text) => {
    const property = fc.property(keys, (key) => {
      expect(redactor([{ value: key, label: 'key free#1' }])(text(key))).toContain('[key free#1]');
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('is otherwise unchanged', () => {
    const property = fc.property(keys, fc.array(fc.tuple(around, fc.boolean()), { maxLength: 6 }), (key, parts) => {
      const redact = redactor([{ value: key, label: 'key free#1' }]);
      const text = parts.map(([other, holds]) => other + (holds ? key : '·')).join('');
      const expected = parts.map(([other, holds]) => other + (holds ? '[key free#1]' : '·')).join('');
      expect(withoutBackslashes(redact(text))).toBe(expected);
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('names the longer of two keys if one begins with the other', () => {
    const redact = redactor([
      { value: 'sk_live_12345678', label: 'a' },
      { value: 'sk_live_1234567890', label: 'b' },
    ]);
    expect(redact('sk_live_1234567890 sk_live_12345678')).toBe('[b] [a]');
  });

  // A pattern that is quadratic takes minutes: the time-out of a test is what ends it.
  it.each(['\\', '&#0', '%', '%25', '&amp;', '\0', '0', 'sk_live_', 'SK_LIVE_', '736b', 'c2tf'])(
    'is ready in a moment, also where it is nothing but %s',
    (piece) => {
      for (const value of ['sk_live_0123456789abcdef', '\\"sk\\\\"live_0123456789\\']) {
        const redact = redactor([{ value, label: 'a' }]);
        const text = `"sk${piece.repeat(400_000 / piece.length)}`;
        expect(redact(text)).toBe(text);
      }
    },
  );
});
