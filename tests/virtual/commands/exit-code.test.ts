import { expect, it } from 'vitest';
import { PRO_KEY } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { variantNamed } from '../../reference/variant-named.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

it.each<[string, string, string[], number, RegExp]>([
  ['a conforming service', '', [], 0, /PASSED/],
  ['a fault', 'list-without-key', [], 1, /auth\.required\.list: .*curl -i/],
  ['a selection', '', ['--only', 'auth.*'], 3, /INCOMPLETE.*partial run/],
  ['too few requests', '', ['--max-requests', '30'], 3, /INCOMPLETE.*limit of 30 requests/],
  ['a failed should', 'no-challenge', [], 0, /PASSED/],
  ['a failed should that counts', 'no-challenge', ['--fail-on', 'should'], 1, /FAILED/],
])('with %s (%s %j), check exits with %i, and judge too', async (_what, fault, args, code, says) => {
  const variants = fault === '' ? [] : [variantNamed(fault)];
  const checked = await check((await conforming({ variants })).baseUrl, { args });
  expect([checked.code, checked.result?.exitCode], checked.said).toEqual([code, code]);
  expect(checked.unwrapped).toMatch(says);
  expect(checked.said).not.toContain(PRO_KEY);
  if (args[0] === '--fail-on') expect((await run(['judge', checked.out, ...args])).code).toBe(code);
  else expectJudgedAlike(checked);
});
