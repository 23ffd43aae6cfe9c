import { expect, it } from 'vitest';
import { cut, inert } from '../../src/text/inert.ts';
import { expectAnswers, golden } from '../support/golden.ts';

it('a text is inert where the log of a CI would read a command, and otherwise unchanged', () =>
  expectAnswers(golden('inert.txt'), (text) => inert(text.replaceAll('\\n', '\n'))));

it('a cut states the omitted length, and never splits a character', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdefg', 3)).toBe('abc… (4 more characters)');
  expect(cut(`ab${'🐾'}c`, 3)).toBe('ab… (3 more characters)');
});
