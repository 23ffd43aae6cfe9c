import { expect, it } from 'vitest';
import { cut, inert } from '../../src/text/inert.ts';

it.each([
  ['a ::add-mask::x', 'a \\::add-mask::x'],
  ['a\n::error::x', 'a \\::error::x'],
  ['x ##vso[task.complete]', 'x #\\#vso[task.complete]'],
  ['##teamcity[x]', '#\\#teamcity[x]'],
  ['std::vector [::1] ## title', 'std::vector [::1] ## title'],
  ['Ægir Łódź 猫 🐾 "quoted" مرحبا', 'Ægir Łódź 猫 🐾 "quoted" مرحبا'],
])('inert text: %s becomes %s', (text, shown) => {
  expect(inert(text)).toBe(shown);
});

it('a cut states the omitted length, and never splits a character', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdefg', 3)).toBe('abc… (4 more characters)');
  expect(cut(`ab${'🐾'}c`, 3)).toBe('ab… (3 more characters)');
});
