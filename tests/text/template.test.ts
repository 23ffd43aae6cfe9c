import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../src/text/findings/index.ts';
import { REASONS } from '../../src/text/reasons/index.ts';
import { fill } from '../../src/text/template.ts';

describe('a sentence with places', () => {
  it.each([
    ['{a} and {b}', { a: 'one', b: 2 }, 'one and 2'],
    ['{a:json}', { a: '1' }, '"1"'],
    ['{a:json}', { a: 1 }, '1'],
    ['{n:count animal}', { n: 1 }, '1 animal'],
    ['{n:count animal}', { n: 1200 }, '1,200 animals'],
    ['{t:time}', { t: 1795389492 }, '1795389492 (23:18:12 UTC)'],
    ['{t:time}', { t: 1795389490.5 }, '1795389490.5 (23:18:10.5 UTC)'],
    ['{a}{b:also}', { a: 1, b: 'two' }, '1; two'],
    ['{a}{b:also}', { a: 1, b: [] }, '1'],
    ['{list}', { list: [1, 'two'] }, '1, two'],
    ['{a} of {missing}', { a: 1 }, '1 of {missing}'],
    ['{a}', { a: '{b}', b: 'forged' }, '{b}'],
  ])('%j with %j is %j', (sentence, params, text) => {
    expect(fill(sentence, params)).toBe(text);
  });

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
