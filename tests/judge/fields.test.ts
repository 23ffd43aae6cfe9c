import { it } from 'vitest';
import { aroundDifference, withEscapes } from '../../src/judge/expect/fields.ts';
import { expectLines, golden } from '../support/golden.ts';

const long = 'abcdefghij'.repeat(12);
const many = 'x'.repeat(50);

it('long texts are cut around their first difference', () =>
  expectLines<readonly [string, string]>(
    golden('excerpts.txt'),
    {
      'short texts': ['at most 1 animal', 'at most 2 animals'],
      'long texts that mostly differ': ['a limit', long],
      'one character more': [`${long}"😀${long}`, `${long}""😀${long}`],
      'several differences': [`${long}"${many}"${long}`, `${long}""${many}""${long}`],
      'a difference at the beginning': [`x${long}`, `y${long}`],
      'a missing end': [`${long}x`, long],
    },
    ([one, other]) => `${aroundDifference(one, other)} | ${aroundDifference(other, one)}`,
  ));

it('texts that look alike show escapes where they differ', () =>
  expectLines<readonly [string, string]>(
    golden('escapes.txt'),
    {
      'a normal form': ['"cafe\u0301 s"', '"caf\u00e9 s"'],
      'a space that does not break': ['"a b"', '"a\u00a0b"'],
      'other words': ['"é"', '"è"'],
      'one space more': ['"a  b "', '"a b "'],
    },
    ([one, other]) => `${withEscapes(one, other)} | ${withEscapes(other, one)}`,
  ));
