import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyLabel } from '../../src/exchange/exchange.ts';
import { type FoundK6, readK6Journal, runK6, type SustainConfig } from '../../src/k6/index.ts';
import { LOAD_SCRIPTS } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { fixedWindow } from './fixed-window.ts';
import { BUILD_TIMEOUT, realK6 } from './real-k6.ts';

let k6: FoundK6;
const folder = temporaryFolder();
const env = { PATH: process.env['PATH'], HOME: folder, K6_NO_USAGE_REPORT: 'true' };
const secret = 'key-of-somebody-4711';

beforeAll(async () => {
  k6 = await realK6();
}, BUILD_TIMEOUT);

describe('k6 inspect', () => {
  const plans = 'free:60,pro:300,business:1000,enterprise:20000';
  it.each([
    ['quota', '60'],
    ['quota', '3'],
    ['sustain', '60'],
    ['sustain', '6'],
  ] as const)('accepts every scenario of %s with a window of %s s', async (script, window) => {
    const variables = ['BASE_URL=http://127.0.0.1:9/v1', `PLANS=${plans}`, `WINDOW_SECONDS=${window}`, 'WINDOWS=3'];
    const args = [
      'inspect',
      '--execution-requirements',
      ...variables.flatMap((variable) => ['-e', variable]),
      LOAD_SCRIPTS[script],
    ];
    const { stdout, stderr } = await promisify(execFile)(k6.path, args, { env });
    expect(stderr).not.toMatch(/unknown field/i);
    expect(Object.keys(JSON.parse(stdout).scenarios).sort()).toEqual(['business_1', 'enterprise_1', 'free_1', 'pro_1']);
  });

  it('a wrong configuration ends with 107 and says why', async () => {
    const failed = promisify(execFile)(k6.path, ['inspect', LOAD_SCRIPTS.quota], { env });
    await expect(failed).rejects.toMatchObject({ code: 107, stderr: expect.stringContaining('BASE_URL') });
  });
});

describe('bare k6 run', () => {
  it.concurrent.each([
    ['quota', 65, {}],
    ['sustain', 60, { WINDOWS: '1' }],
  ] as const)('%s works as its head says', async (script, least, more) => {
    const server = await fixedWindow({ windowSeconds: 2, limits: { [secret]: 60 } });
    const place = temporaryFolder();
    const keys = join(place, 'keys');
    const journal = join(place, 'bare.ndjson');
    writeFileSync(keys, `free#1=${secret}\n`, { mode: 0o600 });
    const variables = { BASE_URL: server.baseUrl, PLANS: 'free:60', WINDOW_SECONDS: '2', ...more };
    const named = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const files = [`--secret-source=file=${keys}`, '--log-format', 'raw', '--console-output', journal];
    const child = spawn(k6.path, ['run', '--quiet', ...files, ...named, LOAD_SCRIPTS[script]], {
      env,
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    await server.close();
    const read = readK6Journal(readFileSync(journal, 'utf8'));
    expect({ code, complete: read.complete, problems: read.problems }).toEqual({
      code: 0,
      complete: true,
      problems: [],
    });
    expect(read.exchanges.length).toBe(server.seen.get(secret)?.requests);
    expect(read.exchanges.length).toBeGreaterThanOrEqual(least);
  });
});

describe('paced', () => {
  it.concurrent('sustain sends exactly N a window', async () => {
    const server = await fixedWindow({ windowSeconds: 2, limits: { [secret]: 100, other: 40 } });
    const config: SustainConfig = {
      run: 'sustain',
      baseUrl: server.baseUrl,
      experiments: [
        { plan: 'pro', key: 'pro#1', perWindow: 100, windowSeconds: 2, windows: 2 },
        { plan: 'free', key: 'free#1', perWindow: 40, offered: 36, windowSeconds: 2, windows: 2 },
      ],
    };
    const keys = new Map<KeyLabel, string>([
      ['pro#1', secret],
      ['free#1', 'other'],
    ]);
    const journal = join(temporaryFolder(), 'sustain.ndjson');
    const result = await runK6({
      k6,
      kind: 'sustain',
      script: LOAD_SCRIPTS.sustain,
      config,
      keys,
      journal,
      env: process.env,
    });
    await server.close();
    expect([server.seen.get(secret)?.requests, server.seen.get('other')?.requests]).toEqual([200, 72]);
    expect(result).toMatchObject({ complete: true, exit: { code: 0 }, problems: [] });
    expect(result.exchanges.length + result.held.length).toBe(272);
  });
});

describe('enterprise', () => {
  it('20,000 a window, shared by two VUs', async () => {
    const server = await fixedWindow({ windowSeconds: 60, limits: { [secret]: 20_000 } });
    const stop = new AbortController();
    const config = {
      run: 'large',
      baseUrl: server.baseUrl,
      experiments: [{ plan: 'enterprise', key: 'enterprise#1', perWindow: 20_000, windowSeconds: 60 }],
    } as const;
    const keys = new Map<KeyLabel, string>([['enterprise#1', secret]]);
    const journal = join(temporaryFolder(), 'large.ndjson');
    const result = await runK6({
      k6,
      kind: 'quota',
      script: LOAD_SCRIPTS.quota,
      config,
      keys,
      journal,
      env: process.env,
      signal: stop.signal,
      // The counts are there; the rest of the window would only cost time.
      onRecord: (record) => 'kind' in record && record.kind === 'wait' && record.phase !== 'calibrate' && stop.abort(),
    });
    await server.close();
    const burst = result.exchanges.filter(({ phase }) => phase === 'burst');
    expect(burst.length).toBe(20_001);
    expect(new Set(burst.map(({ instance }) => instance)).size).toBe(2);
    expect(burst.filter(({ received }) => 'status' in received && received.status === 429).length).toBe(2);
    expect(server.seen.get(secret)).toEqual({ requests: 20_004, admitted: 20_000, refused: 4 });
  }, 90_000);
});
