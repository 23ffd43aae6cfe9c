import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resetUnitOf } from '../../src/rules/rate/reset-unit.ts';
import { parseRetryAfter } from '../../src/rules/rate/retry-after.ts';

describe('Retry-After', () => {
  it.each([
    ['0', { kind: 'seconds', seconds: 0 }],
    ['60', { kind: 'seconds', seconds: 60 }],
    ['Fri, 20 Nov 2026 23:21:00 GMT', { kind: 'date', at: 1_795_216_860_000 }],
    ['-1', { kind: 'invalid', flaw: 'a negative number' }],
    ['2.993', { kind: 'invalid', flaw: 'a fraction' }],
    ['', { kind: 'invalid', flaw: 'empty' }],
    ['1, 2', { kind: 'invalid', flaw: 'several values' }],
    ['soon', { kind: 'invalid', flaw: 'neither digits nor a date' }],
    ['Fri, 20 Nov 2026 23:21:00 UTC', { kind: 'invalid', flaw: 'a date, but no IMF-fixdate' }],
    ['2026-11-20T23:21:00Z', { kind: 'invalid', flaw: 'a date, but no IMF-fixdate' }],
  ])('%j', (text, expected) => expect(parseRetryAfter(text)).toEqual(expected));

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['seconds', 'date', 'invalid']).toContain(parseRetryAfter(text).kind);
      }),
    );
  });
});

describe('unit of Reset', () => {
  it.each([
    ['1795216860', 'seconds'],
    ['1795216860.25', 'seconds'],
    ['0', 'delta'],
    ['-1', 'delta'],
    ['42', 'delta'],
    ['1795216860000', 'milliseconds'],
    ['1795216860000000', 'microseconds'],
    ['123456789', 'unreadable'],
    ['Fri, 20 Nov 2026 23:21:00 GMT', 'date'],
    ['soon', 'unreadable'],
    ['', 'unreadable'],
  ])('%j reads as %s', (text, unit) => expect(resetUnitOf(text)).toBe(unit));
});
