import { expect, it } from 'vitest';
import { goldenIn } from '../golden.ts';
import { expectConfigurations, said } from './files.ts';

it('a broken configuration is rejected with every problem and its place', () =>
  expectConfigurations(goldenIn(import.meta.dirname)('broken.txt'), said));

const MULTIPLYING = Array.from({ length: 9 }, (_, n) => `b${n}: &${n} [${`*${n === 0 ? 'a' : n - 1}, `.repeat(9)}]\n`);

it.each([
  ['', '1:1 the file is empty: add "targets:" or delete it'],
  [' \n\n', '1:1 the file is empty: add "targets:" or delete it'],
  ['targets', '1:1 a text is not a mapping with targets, plans, waivers and so on'],
  ['failOn: must\r\nfailOn2: must\r\n', '2:1 failOn2: unknown key (did you mean failOn?)'],
  ['\ufefffailon: must\n', '1:1 failon: unknown key (did you mean failOn?)'],
  [
    `a: &a [1]\n${MULTIPLYING.join('')}`,
    '1:7 b4[3][5][0][6][6]: aliases expand to over 100000 values; use fewer aliases',
  ],
])('%j is rejected, too', (text, problem) => {
  expect(said(text)[0]).toBe(problem);
});
