import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyRedactor } from '../../src/exchange/redact.ts';
import { SPELLINGS, tracesOf } from '../outcome/spellings.ts';

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

describe('a redacted text', () => {
  it.each(Object.entries(SPELLINGS))('holds no key that stood in it %s', (_name, { write }) => {
    const property = fc.property(keys, around, around, (key, before, after) => {
      const redacted = keyRedactor([['free#1', key]])(`${before}${write(key)}${after}`);
      expect(redacted).toContain('[key free#1]');
      expect(tracesOf(key, [redacted])).toEqual([]);
    });
    fc.assert(property, { numRuns: 10 });
  });

  it('holds no key that was escaped three times, in any order', () => {
    const escapings = [
      'escaped for URLs',
      'escaped for HTML',
      'escaped for XML by name',
      'escaped for JSON as Go does',
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

  it('is otherwise unchanged', () => {
    const property = fc.property(keys, fc.array(fc.tuple(around, fc.boolean()), { maxLength: 6 }), (key, parts) => {
      const redact = keyRedactor([['free#1', key]]);
      const text = parts.map(([other, holds]) => other + (holds ? key : '·')).join('');
      const expected = parts.map(([other, holds]) => other + (holds ? '[key free#1]' : '·')).join('');
      expect(withoutBackslashes(redact(text))).toBe(expected);
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('names the longer of two keys if one begins with the other', () => {
    const redact = keyRedactor([
      ['free#1', 'sk_live_12345678'],
      ['pro#1', 'sk_live_1234567890'],
    ]);
    expect(redact('sk_live_1234567890 sk_live_12345678')).toBe('[key pro#1] [key free#1]');
  });

  // A pattern that is quadratic takes minutes: the time-out of a test is what ends it.
  it.each(['\\', '&#0', '%', '%25', '&amp;', '\0', '0', 'sk_live_', 'SK_LIVE_', '736b', 'c2tf'])(
    'is ready in a moment, also where it is nothing but %s',
    (piece) => {
      for (const value of ['sk_live_0123456789abcdef', '\\"sk\\\\"live_0123456789\\']) {
        const redact = keyRedactor([['free#1', value]]);
        const text = `"sk${piece.repeat(400_000 / piece.length)}`;
        expect(redact(text)).toBe(text);
      }
    },
  );
});
