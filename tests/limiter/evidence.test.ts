import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHttpDate, parseRetryAfter, resetUnitOf } from '../../src/exchange/rate-headers.ts';
import { mostAboveRate, mostWithin } from '../../src/limiter/evidence/counting.ts';
import { type Reading, readingOf } from '../../src/limiter/evidence/reading.ts';
import { expectAnswers, golden } from '../support/golden.ts';
import { answer, trace } from '../support/trace.ts';

it('Retry-After is read strictly', () =>
  expectAnswers(golden('retry-after.txt'), (text) =>
    JSON.stringify({ ...parseRetryAfter(JSON.parse(text)), text: undefined }),
  ));

it('the unit of Reset is recognized', () =>
  expectAnswers(golden('reset-unit.txt'), (text) => resetUnitOf(JSON.parse(text))));

it('parseHttpDate accepts an IMF-fixdate with any weekday or a leap second, and nothing else', () =>
  expectAnswers(golden('dates.txt'), (text) => {
    const date = parseHttpDate(JSON.parse(text));
    return date === undefined ? 'refused' : new Date(date).toISOString();
  }));

const readings = (spans: readonly (readonly [sent: number, took: number])[]): Reading[] =>
  trace({ exchanges: spans.map(([at, took]) => answer('list.minimum', { at, took })) }).exchanges.map((exchange) =>
    readingOf({ perDay: 1_000, perWindow: 60 }, exchange),
  );

/** Milliseconds of a request. */
const LONGEST = 30;

const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: LONGEST })), {
  minLength: 1,
  maxLength: 25,
});

const inside = (all: readonly Reading[], from: number, to: number) =>
  all.filter(({ sent, received }) => sent >= from && received <= to).length;

it('interval counting never counts more than a span certainly holds, and all of the fullest one if no request lasts longer', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 50 }), (rows, milliseconds) => {
      const all = readings(rows);
      const { count, from, to } = mostWithin(all, milliseconds);
      expect(count).toBeLessThanOrEqual(inside(all, from, to));
      const fullest = Math.max(0, ...all.map(({ sent }) => inside(all, sent, sent + milliseconds)));
      if (milliseconds >= LONGEST) expect(count).toBe(fullest);
    }),
  );
});

it('interval counting finds a span above a rate that holds as much as it says, and no less than all requests together', () => {
  fc.assert(
    fc.property(spans, fc.double({ min: 0.01, max: 1, noNaN: true }), (rows, rate) => {
      const all = readings(rows);
      const { count, from, to } = mostAboveRate(all, rate);
      expect(count).toBeLessThanOrEqual(inside(all, from, to));
      const first = Math.min(...all.map(({ sent }) => sent));
      const last = Math.max(...all.map(({ received }) => received));
      expect(count - (to - from) * rate).toBeGreaterThanOrEqual(all.length - (last - first) * rate - 1e-6);
    }),
  );
});
