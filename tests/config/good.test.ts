import { describe, expect, it } from 'vitest';
import { type Config, readConfig, type Target } from '../../src/config/index.ts';
import { goldenIn } from '../golden.ts';
import { FULL, said, target } from './files.ts';

function config(text: string, file = 'storecheck.yaml'): Config {
  expect(said(text)).toEqual([]);
  const read = readConfig(text, file);
  if ('problems' in read) throw new Error('said() has said so');
  return read.config;
}

/** The one target of `target(…)`. */
const staging = (line: string): Target | undefined => config(target(line)).targets.get('staging');

describe('a file with everything', () => {
  it('is read with units converted and paths resolved, and states nothing else', async () => {
    const asObject = (_key: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
    const text = JSON.stringify(config(FULL, 'conf/storecheck.yaml'), asObject, 2);
    await expect(`${text}\n`).toMatchFileSnapshot(goldenIn(import.meta.dirname)('full.txt'));
  });

  it('keeps the place of each entry for later messages', () => {
    const read = readConfig(FULL, 'storecheck.yaml');
    if ('problems' in read) throw new Error('said() has said so');
    expect(read.locate(['targets', 'staging', 'keys', 'pro', 1, 'file'])).toEqual({ line: 8, column: 45 });
    expect(read.locate(['nothing'])).toEqual({ line: 2, column: 1 });
  });
});

describe('ways to write it', () => {
  it.each([
    ['JSON with its schema', '{ "$schema": "./node_modules/@storecheck/cli/schemas/storecheck.schema.json" }'],
    ['CRLF', 'failOn: must\r\nreporters: [json]\r\n'],
    ['a byte order mark', '\ufefffailOn: must'],
    ['one document between marks', '---\nfailOn: must\n...\n'],
    ['an alias', 'targets:\n  a: &a { baseUrl: https://a.example/v1 }\n  b: *a\n'],
    ['an anchor that is set again', 'targets: { a: &x { baseUrl: &y "http://a/v1" }, b: { baseUrl: *y } }'],
    ['block lists', 'failOn:\n  - must\n  - drift\n'],
    ['a target called constructor', 'targets: { constructor: { baseUrl: "http://localhost:8080/v1" } }'],
    ['a target of digits', 'targets: { 1: { baseUrl: "http://localhost:8080/v1" } }'],
    ['tabs where they may stand', 'failOn:\tmust\t# x\n'],
    ['local on loopback', 'targets: { a: { baseUrl: "http://[::1]:8080/v1", class: local } }'],
    ['production on loopback, to try it', 'targets: { a: { baseUrl: "http://127.0.0.1/v1", class: production } }'],
    [
      'a waiver for the host of a --base-url',
      'waivers: [{ requirement: "*", target: "a.example:8080", signature: s, reason: r, owner: o, expires: 2028-02-29 }]',
    ],
  ])('%s', (_what, text) => {
    expect(said(text)).toEqual([]);
  });

  it.each([
    ['window: 6', { windowSeconds: 6 }],
    ['window: 1.5s', { windowSeconds: 1.5 }],
    ['settle: 500ms', { settleMs: 500 }],
    ['timeout: 1h', { timeoutMs: 3_600_000 }],
    ['timeout: 2 m', { timeoutMs: 120_000 }],
    ['categories: [0x10, -5, 012, 9223372036854775807]', { categories: ['16', '-5', '12', '9223372036854775807'] }],
    ['failOn: drift', { failOn: ['drift'] }],
  ])('%s', (line, expected) => {
    expect(staging(line)).toMatchObject(expected);
  });

  it('reads paths of reporters relative to the file; - is stdout', () => {
    const text = 'reporters: [html, junit=build/a=b.xml, har=/tmp/x.har, json=-]';
    const expected = ['html', 'junit=conf/build/a=b.xml', 'har=/tmp/x.har', 'json=-'];
    expect(config(text, 'conf/storecheck.yaml').reporters).toEqual(expected);
  });

  it('normalises a base URL like the commands: no slash at its end, a lower-case host', () => {
    const { targets } = config('targets: { a: { baseUrl: "https://A.Example:443/v1//" } }');
    expect(targets.get('a')?.baseUrl).toBe('https://a.example/v1');
  });

  it('names no more than a hundred problems', () => {
    const problems = said(`{ ${Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join(', ')} }`);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toMatch(/^1:\d+ and 400 more problems after this line$/);
  });
});
