import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { variantNamed } from '../../reference/variant-named.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const GIVEN = ['--owner', 'team-store', '--reason', 'fixed in 4.2', '--expires', '2099-01-01'];

it.each([
  ['a violation', 'takes-null-name', 'create.rejects.null-name', [1, 0, 1, 1]],
  ['a warning', 'no-challenge', 'auth.www-authenticate', [0, 0, 0, 1]],
])('waive accepts %s of a target that has the base URL of the run', async (_what, variant, id, codes) => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'storecheck.yaml');
  const { baseUrl, keys } = await conforming({ variants: [variantNamed(variant)] });
  const { out, code } = await check(baseUrl, { key: keys.pro });
  writeFileSync(file, `targets:\n  staging:\n    baseUrl: ${baseUrl}\n`);
  expect((await run(['waive', id, out, ...GIVEN], { cwd })).unwrapped).toContain(' on staging, until 2099-01-01');
  const accepted = await run(['judge', out], { cwd });
  writeFileSync(file, readFileSync(file, 'utf8').replace(/signature: .*/, 'signature: a00000'));
  const other = await run(['judge', out], { cwd });
  expect(other.unwrapped).toMatch(new RegExp(`[~✗] waiver of ${id} .*: does not accept `));
  const strict = await run(['judge', out, '--fail-on', 'should'], { cwd });
  expect([code, accepted.code, other.code, strict.code], strict.said).toEqual(codes);
});
