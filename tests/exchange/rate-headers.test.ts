import { it } from 'vitest';
import { parseHttpDate, parseRetryAfter, resetUnitOf } from '../../src/exchange/rate-headers.ts';
import { expectAnswers, golden } from '../support/golden.ts';

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
