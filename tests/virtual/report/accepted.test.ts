import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variantNamed } from '../../faults/variant-named.ts';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { check, run } from '../command.ts';
import { conforming } from '../servers.ts';

const GIVEN = ['--owner', 'team-store', '--reason', 'fixed in 4.2', '--expires', '2099-01-01'];

it.each([
  ['a violation', 'takes-null-name', 'create.rejects.null-name', [1, 0, 1, 1]],
  ['a warning', 'no-challenge', 'auth.www-authenticate', [0, 0, 0, 1]],
])('accept waives %s of a target that has the base URL of the run', async (_what, variant, id, codes) => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'storecheck.yaml');
  const { baseUrl, keys } = await conforming({ variants: [variantNamed(variant)] });
  const { out, code } = await check(baseUrl, { key: keys.pro });
  writeFileSync(file, `targets:\n  staging:\n    baseUrl: ${baseUrl}\n`);
  expect((await run(['accept', out, id, ...GIVEN], { cwd })).unwrapped).toContain(' on staging, until 2099-01-01');
  const accepted = await run(['report', '--judge', out], { cwd });
  writeFileSync(file, readFileSync(file, 'utf8').replace(/signature: .*/, 'signature: a00000'));
  const other = await run(['report', '--judge', out], { cwd });
  expect(other.unwrapped).toMatch(new RegExp(`[~✗] waiver of ${id} .*: does not accept `));
  const strict = await run(['report', '--judge', out, '--fail-on', 'should'], { cwd });
  expect([code, accepted.code, other.code, strict.code], strict.said).toEqual(codes);
});

const read = (cwd: string, file: string) => readFileSync(join(cwd, file), 'utf8');

const NAMED = 'targets: { here: { baseUrl: "URL", observations: kept.json } }';

/** Checks a server in a folder with this configuration. */
function checking(baseUrl: string, yaml: string) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), yaml.replace('URL', baseUrl));
  const args = ['check', '--target', 'here', '--key', 'pro=env:KEY'];
  return { cwd, checked: (...more: string[]) => run([...args, ...more], { cwd, env: { KEY: PRO_KEY } }) };
}

describe('the file of pinned observations', () => {
  it.each([
    ['kept.json', 'of the configuration', NAMED, 'nothing is pinned for here'],
    ['observations.json', 'if a storecheck.yaml names none', 'targets: { here: { baseUrl: "URL" } }', ''],
  ])('is %s %s, and may be missing until the first run is pinned', async (name, _where, yaml, warning) => {
    const { cwd, checked } = checking((await conforming()).baseUrl, yaml);
    const early = await checked('--fail-on', 'drift');
    expect(early.code, early.said).toBe(2);
    expect(early.unwrapped).toMatch(new RegExp(`${name} does not exist.*storecheck accept RUN --observed`));
    const first = await checked('--out', 'one');
    expect([first.code, first.unwrapped.includes('is pinned')], first.said).toEqual([0, warning !== '']);
    expect(first.unwrapped).toContain(warning);
    expect((await run(['accept', 'one', '--observed'], { cwd })).code).toBe(0);
    const second = await checked('--fail-on', 'drift', '--out', 'two');
    expect([second.code, second.unwrapped.includes('is pinned')], second.said).toEqual([0, false]);
    writeFileSync(join(cwd, name), read(cwd, name).replace(/("id": "list.order",\s+"value": ).*/, '$1"another"'));
    const judged = await run(['report', '--judge', 'two', '--fail-on', 'drift'], { cwd });
    expect(judged.code, judged.said).toBe(1);
    expect(judged.unwrapped).toContain('storecheck accept RUN --observed accepts it');
  });
});
