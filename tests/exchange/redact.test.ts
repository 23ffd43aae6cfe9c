import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apiKey, hasLetters } from '../../src/exchange/api-key.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';
import { SPELLINGS } from '../support/key-spellings.ts';

/** A key as customers have them, and one of every character that some syntax reads. */
const keys = fc.string({
  unit: fc.constantFrom(...'abcXYZ019_-.+/=$^*()[]{}|\\?"\'<>&%~!#@:;,'),
  minLength: 12,
  maxLength: 40,
});
/** Text that can hold no part of a key's forms. */
const around = fc.string({ unit: fc.constantFrom(' ', '\n', 'ä', '猫', '\t'), maxLength: 6 });

/** Backslashes before and after a key may remain: they reveal nothing. */
const withoutBackslashes = (text: string) => text.replaceAll('\\', '');

it('a redacted text holds no key that was escaped three times, in any order', () => {
  const escapings = [
    'escaped for URLs',
    'escaped for HTML',
    'escaped for XML by name',
    'escaped for JSON by Go',
    'escaped for JSON, every character',
    'JSON inside JSON',
  ].map((name) => SPELLINGS[name]?.write ?? String);
  const order = fc.array(fc.constantFrom(...escapings), { minLength: 3, maxLength: 3 });
  const property = fc.property(keys, order, (key, three) => {
    const redacted = keyRedactor([['free#1', key]])(three.reduce((text, write) => write(text), key));
    expect(redacted).toContain('[key free#1]');
  });
  fc.assert(property, { numRuns: 100 });
});

it('a redacted text is otherwise unchanged', () => {
  const property = fc.property(keys, fc.array(fc.tuple(around, fc.boolean()), { maxLength: 6 }), (key, parts) => {
    const redact = keyRedactor([['free#1', key]]);
    const text = parts.map(([other, holds]) => other + (holds ? key : '·')).join('');
    const expected = parts.map(([other, holds]) => other + (holds ? '[key free#1]' : '·')).join('');
    expect(withoutBackslashes(redact(text))).toBe(expected);
  });
  const twice: [string, [string, boolean][]] = ['abcdefghijkl\\', Array.from({ length: 2 }, () => ['', true])];
  fc.assert(property, { numRuns: 20, examples: [twice] });
});

it('a redacted text names the longer of two keys if one begins with the other', () => {
  const redact = keyRedactor(new Map([['free#1', 'sk_live_12345678'] as const, ['pro#1', 'sk_live_1234567890']]));
  expect(redact('sk_live_1234567890 sk_live_12345678')).toBe('[key pro#1] [key free#1]');
});

// A pattern that is quadratic takes minutes: the time-out of a test is what ends it.
it.each(['\\', '&#0', '%', '%25', '&amp;', '\0', '0', 'sk_live_', 'SK_LIVE_', '736b', 'c2tf'])(
  'a redacted text is ready in a moment, also where it is nothing but %s',
  (piece) => {
    for (const value of ['sk_live_0123456789abcdef', '\\"sk\\\\"live_0123456789\\']) {
      const redact = keyRedactor([['free#1', value]]);
      const text = `"sk${piece.repeat(400_000 / piece.length)}`;
      expect(redact(text)).toBe(text);
    }
  },
);

const VALUE = 'sk_live_0123456789abcdef';
const key = apiKey('free#1', VALUE);

it('a key gives its label to everything that prints', () => {
  const inspected = [inspect(key), inspect(key, { showHidden: true, depth: 9 })];
  const printed = [String(key), `${key}`, JSON.parse(JSON.stringify(key)), ...inspected];
  const formatted = [format('%s', key), format('%o', key), JSON.parse(format('%j', key))];
  expect(new Set([...printed, ...formatted])).toEqual(new Set(['free#1']));
});

it('a key has no property with its value', () => {
  const properties = Reflect.ownKeys(key).map((name) => String(Reflect.get(key, name)));
  expect(properties.join()).not.toContain(VALUE);
  expect(inspect([key, new Map([[key, key]])], { showHidden: true, depth: 9 })).not.toContain(VALUE);
});

it('a key has letters, or has none', () =>
  expect([key, apiKey('free#1', '0123-4567')].map(hasLetters)).toEqual([true, false]));
