import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apiKey, hasLetters, isSameKey, revealKey } from '../../src/exchange/index.ts';

const VALUE = 'sk_live_0123456789abcdef';
const key = apiKey('free#1', VALUE);

describe('a key', () => {
  it.each([
    ['String()', String(key)],
    ['a template string', `${key}`],
    ['JSON', JSON.parse(JSON.stringify(key))],
    ['inspect', inspect(key)],
    ['inspect with hidden properties', inspect(key, { showHidden: true, depth: 9 })],
    ['%s', format('%s', key)],
    ['%o', format('%o', key)],
    ['%j', JSON.parse(format('%j', key))],
  ])('gives its label to %s', (_name, text) => {
    expect(text).toBe('free#1');
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
