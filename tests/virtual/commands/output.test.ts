import { describe, expect, it } from 'vitest';
import { variantNamed } from '../../faults/variant-named.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check, run, start } from '../command.ts';
import { conforming } from '../servers.ts';
import { sleep } from '../world.ts';

describe('the output of a check', () => {
  it('is only the outcome with --quiet, and coloured on a terminal', async () => {
    const { baseUrl } = await conforming();
    const { stdout, stderr } = await check(baseUrl, { args: ['--quiet'] });
    expect([stdout, stderr]).toEqual(['passed\n', '']);
    expect((await check(baseUrl, { terminal: 80 })).stdout).toContain('\u001b[');
  });

  it('names a set-up mistake on stderr even with --quiet', async () => {
    const ended = await check('http://127.0.0.1:9/v1', { args: ['--quiet'] });
    expect([ended.code, ended.stdout]).toEqual([3, 'incomplete\n']);
    expect(ended.stderr).toMatch(/^storecheck: .*no response.*\n {2}\S/);
  });
});

it('serve prints an address and keys that a check can use', async () => {
  const serving = start(['serve', '--port', '0', '--fault', 'list-without-key']);
  await sleep(1_000);
  const text = serving.stdout();
  const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text)?.[0] ?? '';
  const exported = Object.fromEntries(
    [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', key = '']) => [name, key]),
  );
  expect(exported['STORE_API_KEY_FREE']).toBe(FREE_KEY);
  const { STORE_API_KEY_PRO = '' } = exported;
  expect((await run(['check', '--base-url', baseUrl], { env: { STORE_API_KEY_PRO } })).code).toBe(1);
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});

it.each<[string, string, string[], number, RegExp]>([
  ['a fault', 'list-without-key', [], 1, /auth\.required\.list: .*curl -i/],
  ['a selection', '', ['--only', 'auth.*'], 3, /INCOMPLETE.*partial run/],
  ['too few requests', '', ['--max-requests', '30'], 3, /INCOMPLETE.*limit of 30 requests/],
])('with %s (%s %j), check exits with %i, and judge too', async (_what, fault, args, code, says) => {
  const variants = fault === '' ? [] : [variantNamed(fault)];
  const checked = await check((await conforming({ variants })).baseUrl, { args });
  expect([checked.code, checked.result?.exitCode], checked.said).toEqual([code, code]);
  expect(checked.unwrapped).toMatch(says);
  expect(checked.said).not.toContain(PRO_KEY);
  expectJudgedAlike(checked);
});
