import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../src/text/findings/index.ts';
import { REASONS } from '../../src/text/reasons/index.ts';
import { fill } from '../../src/text/template.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

describe('a sentence with places', () => {
  it('is filled', () =>
    expectAnswers(goldenIn(import.meta.dirname)('filled.txt'), (question) => {
      const [sentence = '', params = ''] = question.split(' with ');
      return fill(sentence, JSON.parse(params));
    }));

  it('cuts a value that is longer than a sentence', () => {
    expect(fill('{a}', { a: 'x'.repeat(10_000) }).length).toBeLessThan(700);
  });
});

it('every finding has sentences, and no code is that of a reason', () => {
  for (const [code, { message, expected, actual }] of Object.entries(FINDINGS)) {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect([message, expected, actual], code).not.toContain('');
    expect(Object.keys(REASONS)).not.toContain(code);
  }
});

it.each([
  ['findings', FINDINGS, /^ {2}'[a-z0-9-]+': /gm],
  ['reasons', REASONS, /^ {2}'?[a-z0-9-]+'?:\s+['`"E]/gm],
])('no two areas have the same code: %s', (folder, table, entry) => {
  const sources = readdirSync(`src/text/${folder}`).map((name) => readFileSync(`src/text/${folder}/${name}`, 'utf8'));
  expect(Object.keys(table)).toHaveLength(sources.flatMap((source) => source.match(entry) ?? []).length);
});
