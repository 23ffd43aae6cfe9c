import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from '../k6/fake-k6.ts';
import { FREE_KEY, PRO_KEY } from './check.ts';
import { expectNoKey, expectSound, limitsWith, type Pushed, push } from './push.ts';
import { run } from './run.ts';
import { conforming } from './servers.ts';

const NOWHERE = 'http://127.0.0.1:9/v1';

/** Nothing was begun: no folder, no request, and one line for each problem. */
function expectUsage(pushed: Pushed, ...problems: readonly (string | RegExp)[]): void {
  expect(pushed.code, pushed.said).toBe(2);
  expect(pushed.stdout).toBe('');
  expect(existsSync(pushed.out)).toBe(false);
  expectNoKey(pushed);
  for (const problem of problems)
    typeof problem === 'string' ? expect(pushed.stderr).toContain(problem) : expect(pushed.stderr).toMatch(problem);
}

describe.concurrent('one key for two purposes is a usage error that does not show it', () => {
  it.each([
    ['two plans', { keys: { free: FREE_KEY, pro: FREE_KEY } }, '--key free and --key pro name the same key'],
    [
      'a plan and its second key',
      { keys: { free: FREE_KEY }, secondKeys: { free: FREE_KEY } },
      '--key free and --second-key free name the same key',
    ],
    [
      "a plan and another plan's second key",
      { keys: { free: FREE_KEY, pro: PRO_KEY }, secondKeys: { pro: FREE_KEY } },
      '--key free and --second-key pro name the same key',
    ],
    [
      'the second keys of two plans',
      { keys: { free: FREE_KEY, pro: PRO_KEY }, secondKeys: { free: 'ask_third', pro: 'ask_third' } },
      '--second-key free and --second-key pro name the same key',
    ],
    [
      'a second key without a first one',
      { keys: { free: FREE_KEY }, secondKeys: { pro: PRO_KEY } },
      '--second-key pro: there is no first key of that plan',
    ],
  ])('%s', async (_name, given, problem) => {
    const server = await conforming();
    expectUsage(await push(server.baseUrl, given), problem);
    expect(server.counts()).toEqual({});
  });
});

describe.concurrent('what must not be sent is not', () => {
  it.each(['limits', 'run'] as const)('%s off loopback needs --allow-load', async (command) => {
    const pushed = await push('http://service.invalid/v1', { command, keys: { free: FREE_KEY } });
    expectUsage(pushed, /pushing limits on service\.invalid .*--allow-load.*storecheck check pushes nothing/);
  });

  it.each(['limits', 'run'] as const)('a dry %s shows the bill and sends nothing', async (command) => {
    const server = await conforming();
    const keys = { free: server.keys.free, pro: server.keys.pro };
    const pushed = await push(server.baseUrl, { command, keys, args: ['--dry-run', '--sustain'] });
    expect(pushed.code, pushed.said).toBe(0);
    expect(pushed.unwrapped).toMatch(/free#1: 60 in 6 s; 128 requests, at most 335 \(/);
    expect(pushed.unwrapped).toMatch(/a burst of lists up to the limit, and 2 beyond \(free 60, pro 300\)/);
    expect(pushed.stdout).toContain('nothing was sent (--dry-run)');
    expect(existsSync(pushed.out)).toBe(false);
    expectNoKey(pushed);
    expect(server.counts()).toEqual({});
  });

  it.each([
    ['limits', 'auth.*', 'no requirement that limits judges matches auth.*; storecheck check and run judge it'],
    ['limits', 'limit.retry-aftr-unit', 'did you mean limit.retry-after-unit?'],
    ['run', 'limit.nothing', 'no requirement that run judges matches limit.nothing'],
  ] as const)('%s --only %s is a usage error with a hint', async (command, pattern, problem) => {
    expectUsage(await push(NOWHERE, { command, keys: { free: FREE_KEY }, args: ['--only', pattern] }), problem);
  });

  it('check --only with a requirement of the limits says who judges it', async () => {
    const args = ['check', '--base-url', NOWHERE, '--key', 'free=env:KEY', '--only', 'limit.status'];
    const ended = await run(args, { env: { KEY: FREE_KEY } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('storecheck limits and run judge it');
  });

  it.each([
    ['limits', '271', 2],
    ['limits', '272', 0],
    ['run', '272', 2],
    ['run', '350', 0],
  ] as const)('%s --max-requests %s is a hard stop that k6 can keep: exit %i', async (command, most, code) => {
    const args = ['--max-requests', most, '--dry-run'];
    const pushed = await push(NOWHERE, { command, keys: { free: FREE_KEY }, args });
    expect(pushed.code, pushed.said).toBe(code);
    if (code === 2) expect(pushed.stderr).toContain('--max-requests: pushing these limits can take 272 requests');
  });

  it('every problem is told at once', async () => {
    const args = ['--window', '1', '--refusals', '0', '--connections', 'many', '--sustain', '-1', '--allow-lod'];
    const ended = await run(['limits', '--base-url', 'http://service.invalid/v1', '--key', 'free=env:KEY', ...args], {
      env: { KEY: FREE_KEY },
    });
    expect(ended.code).toBe(2);
    for (const said of ['--window', '--refusals', '--connections', '--allow-load', 'unknown option --allow-lod'])
      expect(ended.stderr).toContain(said);
  });
});

/** Without Go and without a cache of ours; what is given here is all there is. */
const surroundings = (path = '') => ({ PATH: path, XDG_CACHE_HOME: temporaryFolder() });

describe.concurrent('without a k6 that can be used', () => {
  const WAYS = ['Ways to get it:', 'grafana.com/docs/k6', 'Go 1.25 or newer', '--k6 PATH, or K6_BIN=PATH'];

  it.each([
    ['none at all', () => surroundings(), ['No k6 on PATH', 'No Go on PATH']],
    [
      'k6 1.x on PATH',
      () => {
        const bin = temporaryFolder();
        fakeK6(bin, 'k6', '', 'v1.3.0');
        return surroundings(bin);
      },
      ['is k6 v1.3.0, but must be >=2.0 <3', 'No Go on PATH'],
    ],
    ['K6_BIN is no k6', () => ({ ...surroundings(), K6_BIN: '/bin/true' }), ['/bin/true is not k6']],
    [
      'K6_BIN does not exist',
      () => ({ ...surroundings(), K6_BIN: '/nonexistent/k6' }),
      ['Cannot run /nonexistent/k6: '],
    ],
    ['K6_BIN is a folder', () => ({ ...surroundings(), K6_BIN: '/tmp' }), ['Cannot run /tmp: ']],
  ] as const)('(%s) limits says how to get one, sends nothing and exits 3', async (_name, env, reasons) => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, env: env() });
    expect(pushed.code, pushed.said).toBe(3);
    for (const said of ['k6 2.x was not found:', ...reasons, ...WAYS]) expect(pushed.stderr).toContain(said);
    expect(existsSync(pushed.out)).toBe(false);
    expectNoKey(pushed);
    expect(server.counts()).toEqual({});
  });

  it('run does its check half, and what it could not push is no pass', async () => {
    const server = await conforming();
    const keys = { pro: server.keys.pro };
    const pushed = await push(server.baseUrl, { command: 'run', keys, window: 60, env: surroundings() });
    await expectSound(pushed, 3);
    expect(pushed.stderr).toContain('Going on without: no limit is pushed');
    for (const said of WAYS) expect(pushed.stderr).toContain(said);
    expect(limitsWith('pass', pushed)).toEqual([]);
    expect(limitsWith('fail', pushed)).toEqual([]);
    const judged = pushed.result?.requirements.filter(({ id }) => !id.startsWith('limit.')) ?? [];
    expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(60);
    expect(judged.filter(({ verdict, level }) => verdict === 'inconclusive' && level === 'must')).toEqual([]);
    expect(pushed.unwrapped).toContain('k6 2.x was not found (No k6 on PATH; No Go on PATH');
  });

  it('check is as ever', async () => {
    const server = await conforming();
    const args = [
      'check',
      '--base-url',
      server.baseUrl,
      '--key',
      'pro=env:KEY',
      '--out',
      join(temporaryFolder(), 'run'),
    ];
    const ended = await run(args, { env: { ...surroundings(), KEY: server.keys.pro } });
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).not.toContain('k6');
  });

  it('k6 path exits 3 with the same words', async () => {
    const ended = await Promise.all([
      run(['k6', 'path'], { env: surroundings() }),
      run(['k6', 'path', '--k6', '/nonexistent']),
      run(['k6', 'install'], { env: surroundings() }),
    ]);
    for (const { code, stdout, stderr } of ended) {
      expect(code, stderr).toBe(3);
      expect(stdout).toBe('');
      for (const said of WAYS) expect(stderr).toContain(said);
    }
  });
});

describe.concurrent('storecheck k6', () => {
  it('path prints the path of a usable one, and nothing besides', async () => {
    const folder = temporaryFolder();
    const path = fakeK6(folder, 'k6', '');
    const ended = await Promise.all([
      run(['k6', 'path', '--k6', path]),
      run(['k6', 'path'], { env: { K6_BIN: path } }),
      run(['k6', 'path'], { env: surroundings(folder) }),
    ]);
    for (const { code, stdout, stderr } of ended) {
      expect(code, stderr).toBe(0);
      expect(stdout).toBe(`${path}\n`);
    }
  });

  it.each([
    [['k6'], 'write storecheck k6 path or storecheck k6 install'],
    [['k6', 'instal'], 'no "instal" (did you mean install?)'],
    [['k6', 'path', '--k7', 'x'], 'unknown option --k7 (did you mean --k6?)'],
    [['k6', 'path', '--k6'], "option '--k6 <path>' argument missing"],
    [['k6', 'path', 'x'], '1 unexpected argument(s)'],
    [['k6', 'install', '--force'], 'unknown option --force'],
  ])('%j is a usage error', async (args, said) => {
    const { code, stdout, stderr } = await run(args);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(said);
    expect(stdout).toBe('');
  });
});
