import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../files.ts';
import { PRO_KEY } from '../../outcome/runs.ts';
import { check, run } from '../command.ts';
import { conforming } from '../servers.ts';

/** Changes a file. */
const edit = (path: string, from: RegExp, to: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));

it.each([
  ['a violation', 'takes-null-name', 'create.rejects.null-name', [1, 0, 1, 1]],
  ['a warning', 'no-challenge', 'auth.www-authenticate', [0, 0, 0, 1]],
])('accept waives %s of a target that has the base URL of the run', async (_what, variant, id, codes) => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'storecheck.yaml');
  const { baseUrl } = await conforming({ variants: [variantNamed(variant)] });
  const { out, code } = await check(baseUrl);
  const storecheck = (...words: string[]) => run(words, { cwd });
  writeFileSync(file, `targets:\n  staging:\n    baseUrl: ${baseUrl}\n`);
  const given = ['--owner', 'team-store', '--reason', 'fixed in 4.2', '--expires', '2099-01-01'];
  expect((await storecheck('accept', out, id, ...given)).unwrapped).toContain(' on staging, until 2099-01-01');
  const accepted = await storecheck('report', '--judge', out);
  edit(file, /signature: .*/, 'signature: a00000');
  const other = await storecheck('report', '--judge', out);
  expect(other.unwrapped).toMatch(new RegExp(`[~✗] waiver of ${id} .*: does not accept .+ \\([a-f]\\w{5}\\)`));
  const strict = await storecheck('report', '--judge', out, '--fail-on', 'should');
  expect([code, accepted.code, other.code, strict.code], strict.said).toEqual(codes);
});

it('the file of pinned observations is next to storecheck.yaml, and may be missing until the first run is pinned', async () => {
  const name = 'observations.json';
  const { baseUrl } = await conforming();
  const cwd = temporaryFolder({ 'storecheck.yaml': `targets: { here: { baseUrl: "${baseUrl}" } }` });
  const storecheck = (line: string) => run(line.split(' '), { cwd, env: { KEY: PRO_KEY } });
  const checked = (more: string) => storecheck(`check --target here --key pro=env:KEY ${more}`);
  const early = await checked('--fail-on drift');
  expect(early.code).toBe(2);
  expect(early.unwrapped).toMatch(new RegExp(`${name} does not exist.*storecheck accept RUN --observed`));
  expect((await checked('--out one')).code).toBe(0);
  expect((await storecheck('accept one --observed')).code).toBe(0);
  const second = await checked('--fail-on drift --out two');
  expect([second.code, second.unwrapped.includes('is pinned')]).toEqual([0, false]);
  edit(join(cwd, name), /("id": "list.order",\s+"value": ).*/, '$1"another"');
  const judged = await storecheck('report --judge two --fail-on drift');
  expect(judged.code).toBe(1);
  expect(judged.unwrapped).toContain('storecheck accept two --observed accepts it');
});
