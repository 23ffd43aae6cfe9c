import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RequirementResult } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { result, row } from '../../reporters/results.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const order = (value: string) => row({ id: 'list.order', level: 'observe', verdict: 'observed', value });
const location = row({ id: 'create.location', level: 'observe', verdict: 'observed', value: false });

/** A folder with a result. */
function folderWith(...requirements: readonly RequirementResult[]): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'one.json'), JSON.stringify(result({ requirements })));
  return cwd;
}

const read = (cwd: string, file = 'observations.json') => readFileSync(join(cwd, file), 'utf8');
const pin = (cwd: string, words: string) => run(['pin', ...words.split(' ')], { cwd });

describe('storecheck pin', () => {
  it('writes the observations of a run, and names those that changed', async () => {
    const cwd = folderWith(row(), order('newest first'));
    expect((await pin(cwd, 'one.json')).stdout).toContain('observations.json: 1 behaviour of test pinned');
    const before = read(cwd);
    expect(JSON.parse(before).targets).toEqual({ test: [{ id: 'list.order', value: 'newest first' }] });
    await pin(cwd, 'one.json');
    expect(read(cwd)).toBe(before);
    writeFileSync(join(cwd, 'two.json'), JSON.stringify(result({ requirements: [location, order('none seen')] })));
    expect((await pin(cwd, 'two.json')).unwrapped).toContain('(1 new; changed: list.order)');
    expect(JSON.parse(read(cwd)).targets.test).toHaveLength(2);
  });
});

const NAMED = 'targets: { here: { baseUrl: "URL", observations: kept.json } }';

/** Checks a server in a folder with this configuration, if any. */
function checking(baseUrl: string, yaml: string) {
  const cwd = temporaryFolder();
  if (yaml !== '') writeFileSync(join(cwd, 'storecheck.yaml'), yaml.replace('URL', baseUrl));
  const args = ['check', ...(yaml === '' ? ['--base-url', baseUrl] : ['--target', 'here']), '--key', 'pro=env:KEY'];
  return { cwd, checked: (...more: string[]) => run([...args, ...more], { cwd, env: { KEY: PRO_KEY } }) };
}

describe('the file of pinned observations', () => {
  it.each([
    ['kept.json', 'of the configuration', NAMED, 'nothing is pinned for here'],
    ['observations.json', 'if a storecheck.yaml names none', 'targets: { here: { baseUrl: "URL" } }', ''],
    ['observations.json', 'in a folder without storecheck.yaml', '', ''],
  ])('is %s %s, and may be missing until the first run is pinned', async (name, _where, yaml, warning) => {
    const { cwd, checked } = checking((await conforming()).baseUrl, yaml);
    const early = await checked('--fail-on', 'drift');
    expect(early.code, early.said).toBe(2);
    expect(early.unwrapped).toMatch(new RegExp(`${name} does not exist.*storecheck pin RUN --out ${name}`));
    const first = await checked('--out', 'one');
    expect([first.code, first.unwrapped.includes('is pinned')], first.said).toEqual([0, warning !== '']);
    expect(first.unwrapped).toContain(warning);
    expect((await pin(cwd, yaml === NAMED ? 'one --out kept.json' : 'one')).code).toBe(0);
    const second = await checked('--fail-on', 'drift', '--out', 'two');
    expect([second.code, second.unwrapped.includes('is pinned')], second.said).toEqual([0, false]);
    writeFileSync(join(cwd, name), read(cwd, name).replace(/("id": "list.order",\s+"value": ).*/, '$1"another"'));
    const judged = await run(['judge', 'two', '--fail-on', 'drift'], { cwd });
    expect(judged.code, judged.said).toBe(1);
    expect(judged.unwrapped).toContain(`storecheck pin RUN --out ${name} accepts it`);
  });
});
