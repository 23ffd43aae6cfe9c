import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import type { K6Journal } from '../../../src/k6/run/run.ts';
import { type RunK6Options, runK6 } from '../../../src/k6/run/run.ts';
import { temporaryFolder } from '../../folder.ts';
import { fakeK6 } from '../../k6/fake-k6.ts';
import { REAL_IO } from '../../real-io.ts';

const folder = temporaryFolder();
const secret = 'sesame-open-4711/+=&';
const keys = [apiKey('free#1', secret)];
const experiment = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const config = { run: 'fake', baseUrl: 'http://127.0.0.1:9/v1', experiments: [experiment] };
const env = {
  PATH: '/usr/bin:/bin',
  HOME: '/root',
  K6_ITERATIONS: '3',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  STORE_API_KEY_FREE: secret,
};
let runs = 0;

/** Runs a program as the driver runs k6. */
function run(body: string, options: Partial<RunK6Options> = {}): Promise<K6Journal> {
  runs += 1;
  const k6 = { path: fakeK6(folder, `k6-${runs}`, body), version: 'v2.2.0' };
  return runK6({ io: REAL_IO, k6, script: '/nowhere/quota.js', config, keys, env, ...options });
}

describe('a child process of the driver', () => {
  it('finds keys in a file without a name, and none in its folder, arguments or environment', async () => {
    const seen = join(folder, 'seen.json');
    const body = `const source = args.find((arg) => arg.startsWith('--secret-source=file=')).slice(21); const keys = fs.openSync(source);
      const texts = fs.readdirSync('.').map((name) => fs.readFileSync(name, 'utf8')).join();
      fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, env: process.env, config, texts, links: fs.fstatSync(keys).nlink,
      mode: fs.fstatSync(keys).mode & 0o777, folder: fs.statSync('.').mode & 0o777, keys: fs.readFileSync(keys, 'utf8'), options: fs.readFileSync('options.json', 'utf8') }));`;
    await run(body);
    const { keys: file, links, mode, folder: folderMode, options, ...visible } = JSON.parse(readFileSync(seen, 'utf8'));
    expect({ file, links, mode, folderMode, options }).toEqual({
      file: `free#1=${secret}\n`,
      links: 0,
      mode: 0o600,
      folderMode: 0o700,
      options: '{}',
    });
    expect(JSON.stringify(visible)).not.toContain(secret);
    // Neither inherited K6_* variables nor a proxy.
    expect(Object.keys(visible.env).filter((name) => /^K6_|PROXY|STORE/.test(name))).toEqual([
      'K6_NO_USAGE_REPORT',
      'K6_AUTO_EXTENSION_RESOLUTION',
    ]);
    expect(visible.args).toContain('--include-system-env-vars=false');
    expect(visible.config).toEqual(config);
  });

  it('that hangs is stopped by SIGINT, SIGINT, SIGKILL', async () => {
    const path = join(folder, 'hangs');
    // A shell, which has its trap in time on a busy machine, too.
    const lines = ['#!/bin/sh', 'trap "printf \'SIGINT \' >&2" INT', 'while :; do sleep 0.02; done'];
    writeFileSync(path, lines.join('\n'), { mode: 0o700 });
    const child = REAL_IO.k6.start({
      path,
      args: [],
      cwd: folder,
      env: {},
      graceMs: 200,
      signal: AbortSignal.timeout(500),
    });
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL', stderrTail: 'SIGINT SIGINT ' });
  });
});
