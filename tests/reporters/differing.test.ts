import { expect, it } from 'vitest';
import { differing } from '../../src/reporters/view/differing.ts';

const long = 'abcdefghij'.repeat(12);

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
])('of %s', (_what, expected, actual, shownExpected, shownActual) => {
  expect(differing({ expected, actual })).toEqual({ expected: shownExpected, actual: shownActual });
});
