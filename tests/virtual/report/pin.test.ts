import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it.each<[string, string | undefined, string, RegExp]>([
    ['the run does not exist', undefined, 'no.json --out x.json', /does not exist|nothing/],
    ['the file is not JSON', 'x', 'one.json', /--out: observations\.json is not JSON/],
    ['the file is another kind of JSON', '{}', 'one.json', /has no pinned observations/],
    ['a folder is in its place', undefined, 'one.json --out .', /--out: cannot read \./],
    ['its folder does not exist', undefined, 'one.json --out no/o.json', /--out: cannot write to no\/o\.json/],
  ])('rejects if %s, and changes no file', async (_what, before, words, says) => {
    const cwd = folderWith(location);
    if (before !== undefined) writeFileSync(join(cwd, 'observations.json'), before);
    const ended = await pin(cwd, words);
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toMatch(says);
    expect(readdirSync(cwd)).toEqual(before === undefined ? ['one.json'] : ['observations.json', 'one.json']);
  });

  it('rejects a run without observations', async () => {
    const ended = await pin(folderWith(row()), 'one.json');
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain('no observations to pin');
  });
});

const kept = (here: unknown) => JSON.stringify({ schemaVersion: 1, targets: { here } });
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

  it('is not reported as missing if the configuration cannot be read', async () => {
    const ended = await checking('http://127.0.0.1:9/v1', 'targets: x').checked('--fail-on', 'drift');
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr.trim().split('\n'), ended.said).toHaveLength(1);
  });

  it.each<[string, string, readonly RegExp[]]>([
    ['a file that is not JSON', 'x', [/storecheck\.yaml: observations: kept\.json is not JSON/]],
    [
      'unknown ids',
      kept([{ id: 'list.orderr', value: 1 }]),
      [/kept\.json: "here", entry 1: no requirement "list\.orderr" \(did you mean list\.order\?\)/],
    ],
    [
      'several mistakes',
      kept(['zzz', 'list.order', 'list.ok'].map((id) => ({ id, value: 1 }))),
      [/entry 1: no requirement "zzz"/, /entry 3: list\.ok is a must or should/],
    ],
    ['entries of another shape', kept([{ id: 'list.order' }, { value: 1 }]), [/entry 1/, /entry 2/]],
    ['an entry in place of a list', kept({ id: 'list.order', value: 1 }), [/no list of \{ id, value \}/]],
  ])('with %s is a configuration mistake', async (_what, text, says) => {
    const { cwd, checked } = checking('http://127.0.0.1:9/v1', NAMED);
    writeFileSync(join(cwd, 'kept.json'), text);
    const ended = await checked('--fail-on', 'drift', '--dry-run');
    expect(ended.code, ended.said).toBe(2);
    for (const words of says) expect(ended.unwrapped).toMatch(words);
    expect(ended.unwrapped).not.toContain('nothing is pinned');
  });
});
