import { describe, expect, it } from 'vitest';
import { differenceIn, distinct, excerptOf } from '../../src/text/difference.ts';

const long = 'abcdefghij'.repeat(12);

describe('the excerpt around the first difference', () => {
  it.each([
    ['short texts', 'at most 1 animal', 'at most 2 animals', 'at most 1 animal', 'at most 2 animals'],
    ['long texts that mostly differ', 'a limit', long, 'a limit', long],
    [
      'one character more',
      `${long}"😀${long}`,
      `${long}""😀${long}`,
      '…ghijabcdefghij"😀abcdefghijabc…',
      '…ghijabcdefghij""😀abcdefghijabc…',
    ],
    [
      'several differences',
      `${long}"${'x'.repeat(50)}"${long}`,
      `${long}""${'x'.repeat(50)}""${long}`,
      `…ghijabcdefghij"${'x'.repeat(40)}…`,
      `…ghijabcdefghij""${'x'.repeat(39)}…`,
    ],
    ['a difference at the beginning', `x${long}`, `y${long}`, 'xabcdefghijabcde…', 'yabcdefghijabcde…'],
    ['a missing end', `${long}x`, long, '…fghijabcdefghijx', '…fghijabcdefghij'],
  ])('of %s', (_what, one, other, shownOne, shownOther) => {
    expect([excerptOf(one, other), excerptOf(other, one)]).toEqual([shownOne, shownOther]);
  });
});

describe('the difference of a text', () => {
  it.each([
    ['one word', '2 animals', 'at most 1 animals', { before: '', changed: '2', after: ' animals' }],
    ['a missing part', 'ab', 'axb', { before: 'a', changed: '', after: 'b' }],
    ['most of it', '200', '401 with the Error body', undefined],
    ['a surrogate pair', 'a😀b', 'a😁b', { before: 'a', changed: '😀', after: 'b' }],
    ['no text', '', 'a', undefined],
  ])('of %s', (_what, text, other, difference) => {
    expect(differenceIn(text, other)).toEqual(difference);
  });
});

describe('texts that look alike', () => {
  it.each([
    ['a normal form', '"cafe\u0301 s"', '"caf\u00e9 s"', '"cafe\\u0301 s"', '"caf\\u00e9 s"'],
    ['a space that does not break', '"a b"', '"a\u00a0b"', '"a b"', '"a\\u00a0b"'],
    ['other words', '"é"', '"è"', '"é"', '"è"'],
    ['one space more', '"a  b "', '"a b "', '"a \\u0020b "', '"a b "'],
  ])('show %s', (_what, one, other, shownOne, shownOther) => {
    expect([distinct(one, other), distinct(other, one)]).toEqual([shownOne, shownOther]);
  });
});
