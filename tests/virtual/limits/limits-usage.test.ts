import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Io } from '../../../src/io/io.ts';
import { K6NotFoundError } from '../../../src/k6/find/binary.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden } from '../../support/golden.ts';
import { FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { missingK6 } from '../k6/virtual-k6.ts';
import { expectSession } from '../session.ts';
import { run } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';

const KEYS = { A: FREE_KEY, B: PRO_KEY, C: 'ask_third_Zp31xVb6' };

it('mistakes are rejected with their fix, a dry run sends nothing, and no key is shown', () =>
  expectSession(golden('usage.txt'), {
    env: { ...KEYS, NOWHERE: '--base-url http://127.0.0.1:9/v1' },
    usualCode: 2,
    // tests/virtual/safety/golden/estimates.txt has complete estimates.
    show: ({ said }) => (said.match(/^(?: {2}(?:check|limits) |storecheck: |Nothing was sent).*$/gm) ?? []).join('\n'),
    after: ({ said }) => {
      for (const key of Object.values(KEYS)) expect(said).not.toContain(key);
    },
  }));

const WAYS = ['Ways to get it:', 'grafana.com/docs/k6', 'Go 1.25 or newer', '--k6 PATH, or K6_BIN=PATH'];

it.each(['limits', 'run', 'doctor --fix', 'doctor --fix --k6 /nonexistent'])(
  'without a usable k6, %s says how to get one, sends nothing and exits 3',
  async (command) => {
    const { baseUrl, seen } = await conforming();
    const cwd = temporaryFolder();
    const words = `${command} --base-url ${baseUrl} --key free=env:A`.split(' ');
    const { code, stderr, said } = await run(words, { cwd, env: KEYS, k6: missingK6 });
    expect([code, readdirSync(cwd), seen], said).toEqual([3, [], []]);
    for (const text of ['No k6 on PATH', 'No Go on PATH', ...WAYS]) expect(stderr).toContain(text);
    expect(said).not.toContain(FREE_KEY);
  },
);

it('without a usable k6, demo is a check, and says how to add the limits', async () => {
  const ended = await run(['demo', '--fault', 'never-refuses'], { k6: missingK6 });
  expect([ended.code, ended.said.includes('curl')], ended.said).toEqual([0, false]);
  expect(ended.unwrapped).toContain('Only the check ran: there is neither k6 2.x nor Go 1.25');
});

it('demo gives the verdict of a check before it builds k6 for the complete run', async () => {
  const order: string[] = [];
  const k6 = {
    ...missingK6,
    find: (query: Parameters<Io['k6']['find']>[0]) => {
      order.push(query.build === false ? 'search' : 'build');
      return Promise.reject(new K6NotFoundError([], { isBuildable: true }));
    },
  };
  const out = join(temporaryFolder(), 'out');
  const ended = await run(['demo', '--out', out], { k6 });
  expect(order).toEqual(['search', 'build']);
  expect(ended.said).toMatch(
    /PASSED: no violation[\s\S]*Check and limits follow when k6 is built[\s\S]*k6 2\.x was not found/,
  );
  expect([ended.code, existsSync(`${out}-check/report.html`), existsSync(out)]).toEqual([3, true, false]);
});
