import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig, type Target } from '../../src/config/index.ts';
import { said, target } from './files.ts';

const full = readFileSync(resolve(import.meta.dirname, 'full.yaml'), 'utf8');

function config(text: string, file = 'storecheck.yaml'): Config {
  expect(said(text)).toEqual([]);
  const read = readConfig(text, file);
  if ('problems' in read) throw new Error('said() has said so');
  return read.config;
}

/** The one target of `target(…)`. */
function staging(...lines: readonly string[]): Target {
  const found = config(target(...lines)).targets.get('staging');
  if (found === undefined) throw new Error('no target');
  return found;
}

describe('a file with everything', () => {
  const { targets, plans, waivers, observations, capacity, failOn, reporters } = config(full, 'conf/storecheck.yaml');

  it('has its targets, units read and paths resolved', () => {
    expect([...targets.keys()]).toEqual(['staging', 'production']);
    expect(targets.get('staging')).toEqual({
      name: 'staging',
      baseUrl: 'https://staging.example.com/v1',
      class: 'staging',
      keys: {
        free: [{ env: 'STORE_KEY_FREE' }],
        pro: [{ env: 'STORE_KEY_PRO' }, { file: 'conf/keys/pro.key' }],
        business: [{ file: '/run/secrets/business' }],
        enterprise: [{ env: 'STORE_KEY_ENTERPRISE' }],
      },
      secondKeys: { free: { env: 'STORE_KEY_OTHER_CUSTOMER' } },
      allow: { writes: true, load: true },
      budgets: { requestsPerRun: 2000, refusalsPerKey: 8, connections: 50, shareOfDay: 0.5 },
      windowSeconds: 60,
      settleMs: 2000,
      timeoutMs: 60_000,
      categories: ['1', '9007199254740993', '-9223372036854775808'],
      enterprise: { perMinute: 5000, perDay: 1_000_000 },
      proxy: 'http://proxy.example.com:3128',
      ca: 'certs/ca.pem',
      clientCertificate: { cert: 'conf/client.crt', key: 'conf/client.key' },
      observations: 'conf/observations.staging.json',
      failOn: ['should', 'drift'],
    });
  });

  it('states nothing that the file does not', () => {
    const production = targets.get('production');
    expect(production?.categories).toBe('any');
    expect({ ...production?.allow, ...production?.budgets, class: production?.class }).toEqual({
      writes: undefined,
      load: undefined,
      requestsPerRun: undefined,
      refusalsPerKey: undefined,
      connections: undefined,
      shareOfDay: undefined,
      class: undefined,
    });
    expect({ ...production?.keys, ...production?.secondKeys, failOn: production?.failOn }).toEqual({ failOn: [] });
  });

  it('has the rest', () => {
    expect({ plans, observations, failOn, reporters }).toEqual({
      plans: { pro: { perMinute: 400 } },
      observations: 'conf/observations.json',
      failOn: ['must'],
      reporters: ['terminal', 'html', 'junit'],
    });
    expect(waivers.map(({ requirement, line, expires }) => [requirement, line, expires])).toEqual([
      ['auth.www-authenticate', 30, '2027-03-01'],
      // Expired, which is not a fault of the file.
      ['list.*', 38, '2020-01-01'],
    ]);
    expect(waivers[0]).toMatchObject({ plan: 'pro', target: 'staging', link: 'https://issues.example.com/123' });
    expect([...(capacity?.plans ?? [])]).toEqual([
      ['free', { subscribers: 20_000, activeAtPeak: 0.02, use: 0.25 }],
      ['pro', { subscribers: 400, activeAtPeak: 0.3, use: 0.6, readShare: 1 }],
      ['gold', { subscribers: 10, activeAtPeak: 1, use: 0.5, perMinute: 600 }],
    ]);
    expect(capacity?.mix).toEqual({ list: 0.85, get: 0.15, create: 0 });
    expect(capacity?.objectives).toEqual({ p50Ms: 100, p95Ms: 300, p99Ms: 800, errorShare: 0.001 });
    expect([...(capacity?.keys ?? [])]).toEqual([
      ['pro', { file: 'conf/keys/pro.txt' }],
      ['gold', { file: 'conf/keys/gold.txt' }],
    ]);
  });

  it('keeps the place of each entry for later messages', () => {
    const read = readConfig(full, 'storecheck.yaml');
    if ('problems' in read) throw new Error('said() has said so');
    expect(read.locate(['targets', 'staging', 'keys', 'pro', 1, 'file'])).toEqual({ line: 8, column: 45 });
    expect(read.locate(['targets', 'production', 'keys', 'pro'])).toEqual({ line: 24, column: 3 });
    expect(read.locate(['nothing'])).toEqual({ line: 2, column: 1 });
  });
});

describe('reporters', () => {
  it('may have paths, which are relative to the file; - is stdout', () => {
    const text = 'reporters: [html, junit=build/a=b.xml, har=/tmp/x.har, json=-]';
    expect(config(text, 'conf/storecheck.yaml').reporters).toEqual([
      ...['html', 'junit=conf/build/a=b.xml', 'har=/tmp/x.har', 'json=-'],
    ]);
  });
});

describe('ways to write it', () => {
  it.each([
    ['JSON', '{ "failOn": "must", "targets": {} }'],
    ['JSON with its schema', '{ "$schema": "./node_modules/@storecheck/cli/schemas/storecheck.schema.json" }'],
    ['an empty mapping', '{}'],
    ['CRLF', 'failOn: must\r\nreporters: [json]\r\n'],
    ['a byte order mark', '\ufefffailOn: must'],
    ['one document between marks', '---\nfailOn: must\n...\n'],
    ['comments', '# a\nfailOn: must # b\n'],
    ['no line end', 'failOn: must'],
    ['an alias', 'targets:\n  a: &a { baseUrl: https://a.example/v1 }\n  b: *a\n'],
    ['an anchor that is set again', 'targets: { a: &x { baseUrl: &y "http://a/v1" }, b: { baseUrl: *y } }'],
    ['quotes everywhere', '"failOn": \'must\''],
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
    ['categories: [0x10, -5, 012]', { categories: ['16', '-5', '12'] }],
    ['categories: [9223372036854775807]', { categories: ['9223372036854775807'] }],
    ['failOn: drift', { failOn: ['drift'] }],
    ['ca: ./certs/../ca.pem', { ca: 'ca.pem' }],
    ['ca: ../ca.pem', { ca: '../ca.pem' }],
    ['class: production', { class: 'production' }],
  ])('%s', (line, expected) => {
    expect(staging(line)).toMatchObject(expected);
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
