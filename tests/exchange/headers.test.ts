import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockOffset, withDate } from '../../src/exchange/clock-offset.ts';
import { isAnswered } from '../../src/exchange/exchange.ts';
import { parseHttpDate, parseRetryAfter, rateHeaders, resetUnitOf } from '../../src/exchange/rate-headers.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { answer, type Draft, lost, START, trace } from '../support/trace.ts';

const dated = (ahead: number, at: number, took: number): Draft =>
  answer('list.minimum', { at, took, headers: { Date: new Date(START + at + took / 2 + ahead * 1000).toUTCString() } });
const offsetOf = (...exchanges: readonly Draft[]) =>
  trace({ exchanges })
    .exchanges.filter(isAnswered)
    .reduce<ClockOffset | null>(
      (known, { sent, received }) => withDate(known, rateHeaders(received.headers).date, sent.at, received.at),
      null,
    );

it('the interval contains the offset of the server clock for any delays', () => {
  const sample = fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 3000 }));
  const offsets = fc.double({ min: -900, max: 900, noNaN: true });
  const property = fc.property(offsets, fc.array(sample, { minLength: 1, maxLength: 12 }), (offset, samples) => {
    const found = offsetOf(...samples.map(([at, took]) => dated(offset, at, took)));
    expect(found?.from).toBeLessThanOrEqual(offset * 1_000 + 1);
    expect(found?.to).toBeGreaterThanOrEqual(offset * 1_000 - 1);
  });
  fc.assert(property);
});

it('the interval is narrow for one clock, wide for two, and unknown without a Date', () => {
  const width = (...samples: readonly Draft[]) => {
    const { from = 0, to = 0 } = offsetOf(...samples) ?? {};
    return to - from;
  };
  expect(width(...[0, 250, 500, 750].map((at) => dated(0, at, 10)))).toBeLessThan(600);
  expect(width(dated(0, 0, 10), dated(60, 100, 10))).toBeGreaterThanOrEqual(60_000);
  const undated = [null, 'today'].map((date) => answer('list.minimum', { headers: { Date: date } }));
  expect(offsetOf(...undated, lost('list.default'))).toBeNull();
});

describe('Retry-After is read strictly', () =>
  testAnswers(golden('retry-after.txt'), (text) =>
    JSON.stringify({ ...parseRetryAfter(JSON.parse(text)), text: undefined }),
  ));

describe('the unit of Reset is recognized', () =>
  testAnswers(golden('reset-unit.txt'), (text) => resetUnitOf(JSON.parse(text))));

describe('parseHttpDate accepts an IMF-fixdate with any weekday or a leap second, and nothing else', () =>
  testAnswers(golden('dates.txt'), (text) => {
    const date = parseHttpDate(JSON.parse(text));
    return date === undefined ? 'refused' : new Date(date).toISOString();
  }));
