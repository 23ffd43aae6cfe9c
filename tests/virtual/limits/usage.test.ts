import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variantNamed } from '../../faults/variant-named.ts';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { expectNoKey, expectSound, limitsWith } from '../../outcome/pushed.ts';
import { run } from '../command.ts';
import { searchedK6 } from '../k6/search.ts';
import { virtualK6 } from '../k6.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';
import { expectSession } from '../session.ts';
import { world } from '../world.ts';

const KEYS = { A: FREE_KEY, B: PRO_KEY, C: 'ask_third_Zp31xVb6' };

it('mistakes are rejected with their fix, a dry run sends nothing, and no key is shown', () =>
  expectSession(goldenIn(import.meta.dirname)('usage.txt'), {
    env: { ...KEYS, NOWHERE: '--base-url http://127.0.0.1:9/v1' },
    show: ({ stdout, stderr }) => stdout.replace(/^[\s\S]*(?=Nothing was sent)/, '') + stderr,
    after: ({ said }) => {
      for (const key of Object.values(KEYS)) expect(said).not.toContain(key);
    },
  }));

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

  it('demo is a check, and says how to add the limits', async () => {
    const ended = await run(['demo', '--out', join(temporaryFolder(), 'out')], { k6: searchedK6() });
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain('Only the check ran: there is neither k6 2.x nor Go 1.25');
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

it('run prints the counts of the check while k6 is being built, and exhausts the limits then', async () => {
  const { clock } = world();
  const variants = [variantNamed('limit-ignored')];
  const server = await conforming({ windowSeconds: 10, variants });
  const ready = virtualK6(world());
  const k6: typeof ready = {
    ...ready,
    find: async (query) => {
      query.onProgress?.({ state: 'building', seconds: 0 });
      await clock.sleep(100_000);
      return ready.find(query);
    },
  };
  const args = ['--window', '10'];
  const pushed = await push(server.baseUrl, { command: 'run', keys: { pro: server.keys.pro }, k6, args });
  expect(pushed.code, pushed.said).toBe(1);
  expect(pushed.stderr).toMatch(
    /check: \d+ passed, 2 failed, 1 warning, 0 inconclusive; limits follow after the k6 build/,
  );
  expect(limitsWith('fail', pushed)).toEqual([]);
  expect(limitsWith('pass', pushed).length).toBeGreaterThan(10);
});

describe('storecheck', () => {
  it.each(['doctor --fix --k6 /nonexistent', 'doctor --fix'])('%s exits 3 without a k6', async (words) => {
    const { code, stdout, stderr } = await run(words.split(' '), { k6: searchedK6() });
    expect(code, stderr).toBe(3);
    expect(stdout).toBe('');
    for (const text of WAYS) expect(stderr).toContain(text);
  });
});
