import { describe, expect, it } from 'vitest';
import { fitted, paintFor, widthFor } from '../../src/cli/console/console.ts';
import { COLOURED } from '../../src/reporters/text/paint.ts';

describe('colours are chosen', () => {
  it.each<[option: string | undefined, env: NodeJS.ProcessEnv, isTerminal: boolean, coloured: boolean]>([
    [undefined, {}, true, true],
    [undefined, {}, false, false],
    ['always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
    ['never', { FORCE_COLOR: '1' }, true, false],
    ['auto', {}, true, true],
    [undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [undefined, { NO_COLOR: '' }, true, true],
    [undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    [undefined, { FORCE_COLOR: '' }, false, false],
    [undefined, { TERM: 'dumb' }, true, false],
  ])('--color %s, %j, terminal: %s', (option, env, isTerminal, coloured) => {
    expect(paintFor(option, env, isTerminal) === COLOURED).toBe(coloured);
  });
});

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
