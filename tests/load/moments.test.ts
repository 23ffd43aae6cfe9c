import { expect, it } from 'vitest';
import { resetMoment, retryMoment } from '../../load/lib/experiment/moments.ts';
import { type ClockOffset, narrow } from '../../src/exchange/clock-offset.ts';
import { rateHeaders } from '../../src/exchange/rate-headers.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

const at = Date.UTC(2026, 10, 21, 5, 0, 0);
const known: ClockOffset = { from: -100, to: 200 };

it('clock offsets intersect until they contradict each other; then all of them count', () => {
  expect(narrow(null, known)).toBe(known);
  expect(narrow({ from: -400, to: 700 }, { from: -100, to: 900 })).toEqual({
    ...{ from: -100, to: 700, all: { from: -400, to: 900 } },
  });
  const fast = { from: 3_000, to: 4_000 };
  const slow = { from: 0, to: 1_000 };
  const samples = [slow, { from: -500, to: 500 }, fast, slow, fast, slow];
  expect(samples.reduce(narrow)).toMatchObject({ from: -500, to: 4_000, several: true });
});

it('Reset and Retry-After name a moment after the response, as the clock of the service may be off', () =>
  expectAnswers(goldenIn(import.meta.dirname)('moments.txt'), (question) => {
    const [name, value = null] = question.split(': ');
    if (name !== 'Reset') {
      const moment = retryMoment(rateHeaders(value === null ? [] : [['Retry-After', value]]), at, known);
      return moment === null ? 'unreadable' : `${moment - at} ms`;
    }
    const moment = resetMoment(rateHeaders([['X-RateLimit-Reset', value ?? '']]), at, known);
    return moment === null ? 'unreadable' : `${moment.earliest - at} to ${moment.certain - at} ms`;
  }));
