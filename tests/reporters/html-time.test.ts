import { expect, it } from 'vitest';
import { duration, moment } from '../../src/reporters/html/text.ts';

it.each([
  [0, '0.0 ms'],
  [9.94, '9.9 ms'],
  [412.4, '412 ms'],
  [1_500, '1.50 s'],
  [61_400, '61.4 s'],
  [125_000, '2 min 5 s'],
  // Rounded before it is cut into minutes.
  [179_700, '3 min 0 s'],
])('%d ms is written as %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

it.each([
  ['2026-11-21T08:33:36.554Z', '2026-11-21 08:33:36 UTC'],
  ['2026-11-21T08:33:36+01:00', '2026-11-21T08:33:36+01:00'],
  ['soon', 'soon'],
])('the moment %s is shown as %s', (iso, words) => {
  expect(moment(iso)).toBe(words);
});
