import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOffset } from '../../src/result/clock-offset.ts';
import { answer, type Draft, lost, START, trace } from '../trace.ts';

const dated = (offset: number, at: number, took: number): Draft =>
  answer('list.minimum', {
    at,
    took,
    headers: { Date: new Date(START + at + took / 2 + offset * 1000).toUTCString() },
  });
const offsetOf = (exchanges: readonly Draft[]) => clockOffset(trace({ exchanges }).exchanges);

describe('the offset of the server clock', () => {
  it('is within the interval for any offset and delays', () => {
    const property = fc.property(
      fc.double({ min: -900, max: 900, noNaN: true }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 3000 })), {
        minLength: 1,
        maxLength: 12,
      }),
      (offset, samples) => {
        const found = offsetOf(samples.map(([at, took]) => dated(offset, at, took)));
        expect(found?.from).toBeLessThanOrEqual(offset + 0.001);
        expect(found?.to).toBeGreaterThanOrEqual(offset - 0.001);
      },
    );
    fc.assert(property);
  });

  it('grows narrower with samples at different parts of a second', () => {
    const found = offsetOf([0, 250, 500, 750].map((at) => dated(0, at, 10)));
    expect((found?.to ?? 9) - (found?.from ?? 0)).toBeLessThan(0.6);
  });

  it('is unknown without a Date', () => {
    expect(
      offsetOf([
        answer('list.minimum', { headers: { Date: null } }),
        answer('list.maximum', { headers: { Date: 'today' } }),
        lost('list.default'),
      ]),
    ).toBeNull();
  });

  it('returns the complete range if two clocks respond', () => {
    const found = offsetOf([dated(0, 0, 10), dated(60, 100, 10)]);
    expect(found?.from).toBeLessThanOrEqual(0);
    expect(found?.to).toBeGreaterThanOrEqual(60);
  });
});
