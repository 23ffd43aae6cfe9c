import { describe, expect, it } from 'vitest';
import { fitted } from '../../src/cli/console/console.ts';

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
