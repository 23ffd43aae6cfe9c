import { it } from 'vitest';
import { resetMoment, retryMoment } from '../../load/lib/experiment/moments.ts';
import type { ClockOffset } from '../../src/exchange/clock-offset.ts';
import { rateHeaders } from '../../src/exchange/rate-headers.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

const at = Date.UTC(2026, 10, 21, 5, 0, 0);
const known: ClockOffset = { from: -100, to: 200 };

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
