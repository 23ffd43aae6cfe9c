import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, isFromIntermediary } from '../../src/exchange/body.ts';
import { digitsOf, integerDigits, type Lossless, parseJsonText } from '../../src/exchange/json.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { answer, trace } from '../support/trace.ts';

describe('parseJsonText keeps numbers as they are written, and finds a repeated name', () =>
  testAnswers(golden('json.txt'), (text) => {
    const { value, repeated } = parseJsonText(text);
    const digits = (_key: string, item: Lossless) => (digitsOf(item) === undefined ? item : `number ${digitsOf(item)}`);
    return `${JSON.stringify(value, digits)}${repeated === undefined ? '' : `, ${repeated} twice`}`;
  }));

it('parseJsonText refuses a megabyte of quotes that is never closed without trying from each of them', () => {
  expect(() => parseJsonText('"\\"'.repeat(300_000))).toThrow(SyntaxError);
});

it('parseJsonText removes one byte-order mark, and reports it', () => {
  expect(parseJsonText('\ufeff[]')).toMatchObject({ hasByteOrderMark: true, plain: [] });
  expect(() => parseJsonText('\ufeff\ufeff[]')).toThrow(SyntaxError);
});

it('integerDigits agrees with BigInt arithmetic on mantissa and exponent', () => {
  const property = fc.property(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: -40, max: 40 }),
    (mantissa, places, exponent) => {
      const sign = mantissa < 0n ? '-' : '';
      const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(places + 1, '0');
      const lexeme = `${sign}${digits.slice(0, digits.length - places)}${places > 0 ? `.${digits.slice(-places)}` : ''}e${exponent}`;
      const power = exponent - places;
      const divisor = power < 0 ? 10n ** BigInt(-power) : 1n;
      const whole =
        mantissa % divisor === 0n ? String(power < 0 ? mantissa / divisor : mantissa * 10n ** BigInt(power)) : null;
      expect(integerDigits(lexeme)).toBe(whole);
    },
  );
  fc.assert(property, { numRuns: 100 });
});

it('integerDigits is null for what is no integer, or has too many digits, and 0 has no sign', () => {
  expect(['abc', '', '1e999', '-0'].map(integerDigits)).toEqual([null, null, null, '0']);
});

const received = (given: object) => {
  const exchange = trace({ exchanges: [answer('list.minimum', given)] }).exchanges[0];
  if (exchange === undefined || !('status' in exchange.received)) throw new Error('no answer');
  return exchange.received;
};

const deep = (depth: number, rest = ']'.repeat(depth)) => `${'['.repeat(depth)}${rest}`;
it.each<[what: string, given: object, says: RegExp]>([
  ['of the deepest list', { body: deep(1_000) }, /^json/],
  ['of a page', { body: '<html>' }, /^broken: not JSON: JSON value expected but got/],
  ['of a page behind a mark', { body: '\ufeff<html>' }, /^broken: not JSON: JSON value expected but got/],
  ['of nothing but brackets', { body: deep(300_000, '') }, /^broken: nested too deep/],
  ['that is not UTF-8', { body: 'W10=', encoding: 'base64' }, /^broken/],
])('a body %s is described with the same words on every runtime', (_what, given, says) => {
  const body = bodyOf(received(given));
  expect(`${body.kind}: ${'reason' in body ? body.reason : ''}`).toMatch(says);
});

describe('a body comes from an intermediary, or from the service', () =>
  testAnswers(golden('intermediaries.txt'), (question) => {
    const [, status, body = ''] = /^(\d+) ?(.*)$/.exec(question) ?? [];
    return isFromIntermediary(received({ status: Number(status), body })) ? 'an intermediary' : 'the service';
  }));
