import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, inert } from '../../src/text/inert.ts';

/** What the log readers of CIs obey: GitHub's where a line begins, the others' anywhere. */
const COMMAND = /^\s*::[a-z]|##(?:vso|teamcity)?\[/im;

describe('inert text', () => {
  it.each([
    ['::error::x', '\\::error::x'],
    ['a ::add-mask::x', 'a \\::add-mask::x'],
    ['##[error]x', '#\\#[error]x'],
    ['x ##vso[task.complete]', 'x #\\#vso[task.complete]'],
    ['##teamcity[x]', '#\\#teamcity[x]'],
    ['std::vector [::1] ## title', 'std::vector [::1] ## title'],
    ['\u001b[1;31mred', '\\u{1b}[1;31mred'],
    ['\ud800x', '\ufffdx'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['Ægir Łódź 猫 🐾 "quoted" مرحبا', 'Ægir Łódź 猫 🐾 "quoted" مرحبا'],
  ])('%s becomes %s', (text, shown) => {
    expect(inert(text)).toBe(shown);
  });

  it('is never a CI command or half a character, wherever it is wrapped', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(':', '#', '[', ' ', 'a', '\n', '\t', '\ud800', 'vso') }),
        (text) => {
          for (const word of inert(text).split(' ')) expect(word).not.toMatch(COMMAND);
          expect(inert(text)).not.toMatch(/\p{Cs}/u);
        },
      ),
    );
  });
});

it('a cut states the omitted length, and never splits a character', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdefg', 3)).toBe('abc… (4 more characters)');
  expect(cut(`ab${'🐾'}c`, 3)).toBe('ab… (3 more characters)');
});
