import { describe, expect, it } from 'vitest';
import { fitted } from '../../src/cli/console/console.ts';
import { type KeyRow, loadLines } from '../../src/cli/live/load-progress.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';

describe('a sentence', () => {
  const text = `storecheck: ${'a word and '.repeat(12)}another\n  - an indented line`;

  it('is wrapped to the width of a terminal, line by line', () => {
    const lines = fitted(text, { isTTY: true, columns: 80 }).split('\n');
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(lines[1]).toMatch(/^ {2}\S/);
    expect(lines.at(-1)).toBe('  - an indented line');
  });

  it('is not wrapped elsewhere', () => expect(fitted(text, { isTTY: false, columns: 80 })).toBe(text));
});

describe('the progress of a key', () => {
  const row: KeyRow = { name: 'pro', of: 300, admitted: 300, later: 0, refused: 6, phase: 'burst', done: false };

  it.each<[Partial<KeyRow>, string]>([
    [{}, '300 of 300 admitted, 6 refused'],
    [{ later: 1, phase: 'recovery-reset' }, '300 of 300 admitted, 1 later, 6 refused'],
    [{ admitted: 301, phase: 'burst' }, '301 admitted, limit 300, 6 refused'],
  ])('%j reads "%s"', (change, says) => {
    const lines = loadLines([{ ...row, ...change }], PLAIN, 0, 100).map(([line]) => line);
    expect(lines.join('\n')).toContain(says);
  });
});
