import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerValue, headerValues, parseHttpDate } from '../../src/exchange/index.ts';

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

  it.each([
    '5',
    '',
    '2030-12-05T00:00:00Z',
    'Thu, 5 Dec 2030 00:00:00 GMT',
    'Thu, 05 Dec 2030 00:00:00 UTC',
    'thu, 05 dec 2030 00:00:00 gmt',
    'Thu, 31 Nov 2030 00:00:00 GMT',
    'Thu, 05 Dec 2030 24:00:00 GMT',
    'Thursday, 05-Dec-30 00:00:00 GMT',
    'Thu Dec  5 00:00:00 2030',
    'Abc, 05 Dec 2030 00:00:00 GMT',
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  it('ignores a wrong weekday and accepts a leap second', () => {
    expect(parseHttpDate('Mon, 05 Dec 2030 00:00:00 GMT')).toBe(Date.UTC(2030, 11, 5));
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.UTC(2017, 0, 1));
  });
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
