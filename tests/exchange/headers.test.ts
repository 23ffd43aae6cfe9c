import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerValue, headerValues, parseHttpDate } from '../../src/exchange/index.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

describe('parseHttpDate', () => {
  it('reads what Date.toUTCString writes', () => {
    const property = fc.property(
      fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      (date) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseHttpDate(date.toUTCString())).toBe(seconds);
      },
    );
    fc.assert(property, { numRuns: 100 });
  });

  it('accepts an IMF-fixdate with any weekday or a leap second, and nothing else', () =>
    expectAnswers(goldenIn(import.meta.dirname)('dates.txt'), (text) => {
      const date = parseHttpDate(JSON.parse(text));
      return date === undefined ? 'refused' : new Date(date).toISOString();
    }));
});

describe('header values', () => {
  it('are found in any letter case, in order, with repeats', () => {
    const headers = [
      ['A', '1'],
      ['b', '2'],
      ['a', '3'],
    ] as const;
    expect(headerValues(headers, 'A')).toEqual(['1', '3']);
    expect(headerValue(headers, 'B')).toBe('2');
    expect(headerValue(headers, 'c')).toBeUndefined();
  });
});
