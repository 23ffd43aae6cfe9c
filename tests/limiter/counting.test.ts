import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostAboveRate, mostWithin } from '../../src/limiter/evidence/counting.ts';
import { type Reading, reader } from '../../src/limiter/evidence/reading.ts';
import { exchange } from './exchanges.ts';

const readings = (spans: readonly (readonly [sent: number, took: number])[]): Reading[] => {
  const read = reader();
  return spans.map(([sent, took], index) => read(exchange({ at: sent / 1_000, took }, index)));
};

const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 30 })), {
  minLength: 1,
  maxLength: 25,
});

const inside = (all: readonly Reading[], from: number, to: number) =>
  all.filter(({ sent, received }) => sent >= from && received <= to).length;

describe('interval counting', () => {
  it('finds the fullest span of a length', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 50 }), (rows, milliseconds) => {
        const all = readings(rows);
        const naive = Math.max(0, ...all.map(({ sent }) => inside(all, sent, sent + milliseconds)));
        expect(mostWithin(all, milliseconds).count).toBe(naive);
      }),
    );
  });

  it('finds the span that lies furthest above a rate', () => {
    fc.assert(
      fc.property(spans, fc.double({ min: 0.01, max: 1, noNaN: true }), (rows, rate) => {
        const all = readings(rows);
        const naive = Math.max(
          ...all.flatMap(({ sent }) =>
            all.map(({ received }) =>
              received < sent || inside(all, sent, received) === 0
                ? -Infinity
                : inside(all, sent, received) - (received - sent) * rate,
            ),
          ),
        );
        const { above, count, from, to } = mostAboveRate(all, rate);
        expect(above).toBeCloseTo(naive, 2);
        expect(count - (to - from) * rate).toBeCloseTo(naive, 2);
      }),
    );
  });

  it('counts 200,000 requests without comparing each pair', () => {
    const many = readings(Array.from({ length: 200_000 }, (_, index) => [index / 3, index % 900] as const));
    expect(mostWithin(many, 60_000).count).toBeGreaterThan(100_000);
    expect(mostAboveRate(many, 1).count).toBeGreaterThan(199_000);
  });
});
