import { describe, expect, it } from 'vitest';
import { COLOURED, fitted, paintFor, toolCommand, widthFor } from '../../src/cli/console.ts';
import { golden, testAnswers } from '../support/golden.ts';

describe('the printed name of the command depends on the path of its script and the folder', () =>
  testAnswers(golden('called.txt'), (question) => {
    const [script = '', cwd = ''] = question.split(' from ');
    return toolCommand({ script, cwd });
  }));

describe('colours are chosen by the environment and the terminal', () =>
  testAnswers(golden('colours.txt'), (question) => {
    const words = question.split(' ');
    const env = Object.fromEntries(words.flatMap((word) => (word.includes('=') ? [word.split('=')] : [])));
    return paintFor(env, words.includes('terminal')) === COLOURED ? 'coloured' : 'plain';
  }));

it('a line is as wide as the terminal, from 60 to 120 columns, and 80 without one', () => {
  expect([undefined, 100, 20, 300].map(widthFor)).toEqual([80, 100, 60, 120]);
});

it('a sentence is wrapped to the width of a terminal, line by line, and nowhere else', () => {
  const text = `storecheck: ${'a word and '.repeat(12)}another\n  - an indented line`;
  const lines = fitted(text, { isTTY: true, columns: 80 }).split('\n');
  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines[1]).toMatch(/^ {2}\S/);
  expect(lines.at(-1)).toBe('  - an indented line');
  expect(fitted(text, { isTTY: false, columns: 80 })).toBe(text);
});
