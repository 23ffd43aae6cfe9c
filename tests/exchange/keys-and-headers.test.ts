import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apiKey, hasLetters, isSameKey, revealKey } from '../../src/exchange/api-key.ts';
import { parseHttpDate } from '../../src/exchange/rate-headers.ts';
import { expectAnswers, golden } from '../golden.ts';

const VALUE = 'sk_live_0123456789abcdef';
const key = apiKey('free#1', VALUE);

describe('a key', () => {
  it('gives its label to everything that prints', () => {
    const inspected = [inspect(key), inspect(key, { showHidden: true, depth: 9 })];
    const printed = [String(key), `${key}`, JSON.parse(JSON.stringify(key)), ...inspected];
    const formatted = [format('%s', key), format('%o', key), JSON.parse(format('%j', key))];
    expect(new Set([...printed, ...formatted])).toEqual(new Set(['free#1']));
  });

  it('has no property with its value', () => {
    const properties = Reflect.ownKeys(key).map((name) => String(Reflect.get(key, name)));
    expect(properties.join()).not.toContain(VALUE);
    expect(inspect([key, new Map([[key, key]])], { showHidden: true, depth: 9 })).not.toContain(VALUE);
  });

  it('is revealed by one function, and compared by its value', () => {
    expect(revealKey(key)).toBe(VALUE);
    expect(isSameKey(key, apiKey('pro#1', VALUE))).toBe(true);
    expect(isSameKey(key, apiKey('free#1', 'another'))).toBe(false);
    expect(hasLetters(key)).toBe(true);
    expect(hasLetters(apiKey('free#1', '0123-4567'))).toBe(false);
  });
});

it('parseHttpDate accepts an IMF-fixdate with any weekday or a leap second, and nothing else', () =>
  expectAnswers(golden('dates.txt'), (text) => {
    const date = parseHttpDate(JSON.parse(text));
    return date === undefined ? 'refused' : new Date(date).toISOString();
  }));
