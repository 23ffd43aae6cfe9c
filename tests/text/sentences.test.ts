import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../src/text/findings/findings.ts';
import { inert, truncated } from '../../src/text/inert.ts';
import { MISTAKES } from '../../src/text/mistakes.ts';
import { NOTES } from '../../src/text/notes.ts';
import { REASONS } from '../../src/text/reasons.ts';
import { SKIPS } from '../../src/text/skips.ts';
import { fill } from '../../src/text/template.ts';
import { WAITS } from '../../src/text/waits.ts';
import { filesIn, read } from '../support/files.ts';
import { golden, testAnswers } from '../support/golden.ts';

describe('a sentence with places is filled', () =>
  testAnswers(golden('filled.txt'), (question) => {
    const [sentence = '', params = ''] = question.split(' with ');
    return fill(sentence, JSON.parse(params));
  }));

it('a sentence with places cuts a value that is longer than a sentence', () => {
  expect(fill('{a}', { a: 'x'.repeat(10_000) }).length).toBeLessThan(700);
});

it('no two areas have the same code of a finding', () => {
  const sources = filesIn('src/text/findings').map(read);
  const codes = sources.flatMap((source) => source.match(/^ {2}'[a-z0-9-]+': /gm) ?? []);
  expect(Object.keys(FINDINGS)).toHaveLength(codes.length);
});

it('every code is emitted somewhere', () => {
  const sources = ['src', 'suites', 'load']
    .flatMap((folder) => filesIn(folder))
    .filter((name) => !/^src\/text\/(?:findings|reasons|mistakes|notes|skips|waits)/.test(name))
    .map(read)
    .join('');
  const silent = [FINDINGS, REASONS, SKIPS, WAITS, NOTES, MISTAKES].flatMap((table) =>
    Object.keys(table).filter((code) => !sources.includes(`'${code}'`)),
  );
  expect(silent).toEqual([]);
});

describe('a text is inert where the log of a CI would read a command, and otherwise unchanged', () =>
  testAnswers(golden('inert.txt'), (text) => inert(text.replaceAll('\\n', '\n'))));

it('a cut states the omitted length, and never splits a character', () => {
  expect(truncated('abcdef', 6)).toBe('abcdef');
  expect(truncated('abcdefg', 3)).toBe('abc… (4 more characters)');
  expect(truncated(`ab${'🐾'}c`, 3)).toBe('ab… (3 more characters)');
});
