import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { expectLines, goldenIn } from '../../golden.ts';
import { fakeK6 } from '../../k6/fake-k6.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import type { Ended } from '../../outcome/left.ts';
import { expectNoKey, expectSound, limitsWith } from '../../outcome/pushed.ts';
import { run } from '../command.ts';
import { searchedK6 } from '../k6/search.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';

const NOWHERE = 'http://127.0.0.1:9/v1';

const KEYS = { A: FREE_KEY, B: PRO_KEY, C: 'ask_third_Zp31xVb6' };
const ENTERPRISE = '--key free=env:A --key enterprise=env:B --enterprise-per-minute';

/** Command lines that are rejected. Each gets an address to which nothing is sent. */
const REJECTED = [
  'limits --key free=env:A --key pro=env:A',
  'limits --key free=env:A --second-key free=env:A',
  'limits --key free=env:A --key pro=env:B --second-key pro=env:A',
  'limits --key free=env:A --key pro=env:B --second-key free=env:C --second-key pro=env:C',
  'limits --key free=env:A --second-key pro=env:B',
  'limits --key free=env:A --only auth.*',
  'limits --key free=env:A --only limit.retry-aftr-unit',
  'run --key free=env:A --only limit.nothing',
  'limits --key free=env:A --max-requests 271 --dry-run',
  'run --key free=env:A --max-requests 272 --dry-run',
  'limits --key free=env:A --window 1 --refusals 0 --connections many --sustain -1 --allow-lod',
  'limits --key free=env:A --daily',
  'limits --key free=env:A --ban fre=env:C',
  `limits --key free=env:A --ban free=${KEYS.C}`,
  'limits --key free=env:A --daily free=env:NOT_SET',
  'limits --key free=env:A --daily free=env:A',
  'limits --key free=env:A --daily free=env:B --ban free=env:B',
  'limits --key free=env:A --daily free=env:B --daily free=env:C',
  'limits --key free=env:A --daily pro=env:B',
  `limits ${ENTERPRISE} 100 --daily enterprise=env:C`,
  `limits ${ENTERPRISE} 10001 --ban enterprise=env:C`,
];

const REJECTED_OF_K6 = ['k6', 'k6 instal', 'k6 path --k7 x', 'k6 path --k6', 'k6 path x', 'k6 install --force'];

it('mistakes are rejected with their fix, before anything is sent, and no key is shown', async () => {
  const ended: Record<string, Ended> = {};
  for (const line of [...REJECTED, ...REJECTED_OF_K6]) {
    const [command = '', ...args] = line.split(' ');
    const to = command === 'k6' ? [] : ['--base-url', NOWHERE];
    ended[line.replace(KEYS.C, 'KEY')] = await run([command, ...to, ...args], { env: KEYS });
  }
  await expectLines(goldenIn(import.meta.dirname)('usage.txt'), ended, ({ code, stdout, stderr, said }) => {
    expect([code, stdout]).toEqual([2, '']);
    for (const key of Object.values(KEYS)) expect(said).not.toContain(key);
    return stderr.trim().replaceAll('\n', ' ');
  });
});

describe('nothing is sent', () => {
  it.each(['limits', 'run'] as const)('by %s --dry-run, which shows the cost estimate', async (command) => {
    const server = await conforming();
    const keys = { free: server.keys.free, pro: server.keys.pro };
    const pushed = await push(server.baseUrl, { command, keys, args: ['--dry-run', '--sustain'] });
    expect(pushed.code, pushed.said).toBe(0);
    expect(pushed.unwrapped).toMatch(/free, pro: 736 requests, .*at most 1,870 requests/);
    expect(pushed.unwrapped).toMatch(/a burst of lists up to the limit, plus 2 \(free 60, pro 300\)/);
    expect(pushed.stdout).toContain('Nothing was sent (--dry-run)');
    expect(existsSync(pushed.out)).toBe(false);
    expectNoKey(pushed);
    expect(server.counts()).toEqual({});
  });

  it.each([
    ['limits --max-requests 272', 'Nothing was sent'],
    ['run --max-requests 350', 'Nothing was sent'],
    ['limits --ban free=env:C', 'THE KEY MAY BE BANNED PERMANENTLY'],
  ])('by %s --dry-run', async (line, text) => {
    const args = [...line.split(' '), '--dry-run', '--key', 'free=env:A', '--base-url', NOWHERE];
    const ended = await run(args, { env: KEYS });
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain(text);
  });
});

const WAYS = ['Ways to get it:', 'grafana.com/docs/k6', 'Go 1.25 or newer', '--k6 PATH, or K6_BIN=PATH'];

describe('without a usable k6', () => {
  it.each(['limits', 'run'] as const)('%s says how to get one, sends nothing and exits 3', async (command) => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { command, keys: { free: server.keys.free }, k6: searchedK6() });
    expect(pushed.code, pushed.said).toBe(3);
    for (const text of ['k6 2.x was not found:', 'No k6 on PATH', 'No Go on PATH', ...WAYS])
      expect(pushed.stderr).toContain(text);
    expect(existsSync(pushed.out)).toBe(false);
    expectNoKey(pushed);
    expect(server.counts()).toEqual({});
  });

  it('demo does its check half', async () => {
    const ended = await run(['demo', '--out', join(temporaryFolder(), 'out')], { k6: searchedK6() });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.stderr).toContain('Continuing without k6: no limit is tested');
  });

  it('run does its check half if a build of k6 has begun and fails, and no requirement of the limits passes', async () => {
    const server = await conforming();
    const searched = searchedK6();
    const k6: typeof searched = {
      ...searched,
      find: (query) => {
        query.onProgress?.({ state: 'building', seconds: 0 });
        return searched.find(query);
      },
    };
    const pushed = await push(server.baseUrl, { command: 'run', keys: { pro: server.keys.pro }, k6 });
    await expectSound(pushed, 3);
    expect(pushed.stderr).toContain('Continuing without k6: no limit is tested');
    for (const text of WAYS) expect(pushed.stderr).toContain(text);
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    const judged = pushed.result?.requirements.filter(({ reason }) => reason?.includes('k6') !== true) ?? [];
    expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(60);
    expect(judged.filter(({ verdict, level }) => verdict === 'inconclusive' && level === 'must')).toEqual([]);
    expect(pushed.unwrapped).toContain('k6 2.x was not found (No k6 on PATH; No Go on PATH');
  });
});

describe('storecheck k6', () => {
  it.each(['k6 path --k6 /nonexistent', 'k6 install'])('%s exits 3 without one', async (words) => {
    const { code, stdout, stderr } = await run(words.split(' '), { k6: searchedK6() });
    expect(code, stderr).toBe(3);
    expect(stdout).toBe('');
    for (const text of WAYS) expect(stderr).toContain(text);
  });

  it('path prints the path of a usable k6 and nothing else', async () => {
    const path = fakeK6(temporaryFolder(), 'k6', '');
    const { code, stdout, stderr } = await run(['k6', 'path'], { env: { K6_BIN: path }, k6: searchedK6() });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe(`${path}\n`);
  });
});
