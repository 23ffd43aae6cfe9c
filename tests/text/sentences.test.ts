import { expect, it } from 'vitest';
import { aroundDifference, withEscapes } from '../../src/judge/expect/fields.ts';
import { FINDINGS } from '../../src/text/findings/findings.ts';
import { MISTAKES } from '../../src/text/mistakes.ts';
import { NOTES } from '../../src/text/notes.ts';
import { REASONS } from '../../src/text/reasons.ts';
import { SKIPS } from '../../src/text/skips.ts';
import { fill } from '../../src/text/template.ts';
import { WAITS } from '../../src/text/waits.ts';
import { filesIn, read } from '../support/files.ts';
import { expectAnswers, expectLines, golden } from '../support/golden.ts';

it('a sentence with places is filled', () =>
  expectAnswers(golden('filled.txt'), (question) => {
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

const long = 'abcdefghij'.repeat(12);
const many = 'x'.repeat(50);

it('long texts are cut around their first difference', () =>
  expectLines<readonly [string, string]>(
    golden('excerpts.txt'),
    {
      'short texts': ['at most 1 animal', 'at most 2 animals'],
      'long texts that mostly differ': ['a limit', long],
      'one character more': [`${long}"😀${long}`, `${long}""😀${long}`],
      'several differences': [`${long}"${many}"${long}`, `${long}""${many}""${long}`],
      'a difference at the beginning': [`x${long}`, `y${long}`],
      'a missing end': [`${long}x`, long],
    },
    ([one, other]) => `${aroundDifference(one, other)} | ${aroundDifference(other, one)}`,
  ));

it('texts that look alike show escapes where they differ', () =>
  expectLines<readonly [string, string]>(
    golden('escapes.txt'),
    {
      'a normal form': ['"cafe\u0301 s"', '"caf\u00e9 s"'],
      'a space that does not break': ['"a b"', '"a\u00a0b"'],
      'other words': ['"é"', '"è"'],
      'one space more': ['"a  b "', '"a b "'],
    },
    ([one, other]) => `${withEscapes(one, other)} | ${withEscapes(other, one)}`,
  ));
