import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resetUnitOf } from '../../src/rules/rate/reset-unit.ts';
import { parseRetryAfter } from '../../src/rules/rate/retry-after.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

const golden = goldenIn(import.meta.dirname);

it('Retry-After is read strictly', () =>
  expectAnswers(golden('retry-after.txt'), (text) => JSON.stringify(parseRetryAfter(JSON.parse(text)))));

it('reading Retry-After never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['seconds', 'date', 'invalid']).toContain(parseRetryAfter(text).kind);
    }),
  );
});

it('the unit of Reset is recognized', () =>
  expectAnswers(golden('reset-unit.txt'), (text) => resetUnitOf(JSON.parse(text))));
