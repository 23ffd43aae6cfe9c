import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { result, row } from '../../reporters/results.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const order = (value: string) => row({ id: 'list.order', level: 'observe', verdict: 'observed', value });
const location = row({ id: 'create.location', level: 'observe', verdict: 'observed', value: false });

function folderWith(name: string, requirements: Parameters<typeof result>[0]): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), JSON.stringify(result(requirements)));
  return cwd;
}

const pinned = (cwd: string, file = 'observations.json') => JSON.parse(readFileSync(join(cwd, file), 'utf8'));

describe('storecheck pin', () => {
  it('writes the observations of a run, and names those that changed', async () => {
    const cwd = folderWith('one.json', { requirements: [row(), order('newest first')] });
    const first = await run(['pin', 'one.json'], { cwd });
    expect(first.code, first.said).toBe(0);
    expect(first.stdout).toContain('observations.json: 1 behaviour of test pinned');
    expect(pinned(cwd)).toEqual({ schemaVersion: 1, targets: { test: [{ id: 'list.order', value: 'newest first' }] } });
    const before = readFileSync(join(cwd, 'observations.json'), 'utf8');
    await run(['pin', 'one.json'], { cwd });
    expect(readFileSync(join(cwd, 'observations.json'), 'utf8')).toBe(before);
    writeFileSync(join(cwd, 'two.json'), JSON.stringify(result({ requirements: [location, order('none seen')] })));
    expect((await run(['pin', 'two.json'], { cwd })).unwrapped).toContain('(1 new; changed: list.order)');
    expect(pinned(cwd).targets.test).toHaveLength(2);
  });

  it('keeps the observations of other targets', async () => {
    const cwd = folderWith('one.json', { requirements: [location] });
    const other = [{ id: 'list.order', value: 'newest first' }];
    writeFileSync(join(cwd, 'kept.json'), JSON.stringify({ schemaVersion: 1, targets: { production: other } }));
    expect((await run(['pin', 'one.json', '--out', 'kept.json'], { cwd })).code).toBe(0);
    expect(pinned(cwd, 'kept.json').targets).toMatchObject({ production: other, test: [{ id: 'create.location' }] });
  });

  it.each<[string, string | undefined, string, RegExp]>([
    ['the run does not exist', undefined, 'no.json --out x.json', /does not exist|nothing/],
    ['the file is not JSON', 'x', 'one.json', /--out: observations\.json is not JSON/],
    ['the file is another kind of JSON', '{}', 'one.json', /has no pinned observations/],
    ['a folder is in its place', undefined, 'one.json --out .', /--out: cannot read \./],
    ['its folder does not exist', undefined, 'one.json --out no/o.json', /--out: cannot write to no\/o\.json/],
  ])('rejects if %s, and changes no file', async (_what, before, words, says) => {
    const cwd = folderWith('one.json', { requirements: [location] });
    if (before !== undefined) writeFileSync(join(cwd, 'observations.json'), before);
    const ended = await run(['pin', ...words.split(' ')], { cwd });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toMatch(says);
    expect(readdirSync(cwd)).toEqual(before === undefined ? ['one.json'] : ['observations.json', 'one.json']);
  });

  it('rejects a run without observations', async () => {
    const ended = await run(['pin', 'one.json'], { cwd: folderWith('one.json', {}) });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain('no observations to pin');
  });
});

const CONFIG = (port: number) => `targets:
  here: { baseUrl: "http://127.0.0.1:${port}/v1", keys: { pro: { env: KEY } }, observations: kept.json }
`;

/** A folder with a configuration that names kept.json, and that file where a text is given. */
function configured(port: number, text?: string): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), CONFIG(port));
  if (text !== undefined) writeFileSync(join(cwd, 'kept.json'), text);
  return cwd;
}

const checkHere = (cwd: string, ...args: string[]) =>
  run(['check', '--target', 'here', ...args], { cwd, env: { KEY: PRO_KEY } });

const kept = (here: unknown) => JSON.stringify({ schemaVersion: 1, targets: { here } });

describe('the file of pinned observations', () => {
  it('may be missing until the first run is pinned', async () => {
    const { port } = await conforming();
    const cwd = configured(port);
    const early = await checkHere(cwd, '--fail-on', 'drift');
    expect(early.code, early.said).toBe(2);
    expect(early.unwrapped).toContain('kept.json does not exist');
    expect(early.unwrapped).toContain('storecheck pin RUN --out kept.json');
    const first = await checkHere(cwd, '--out', 'one');
    expect(first.code, first.said).toBe(0);
    expect(first.unwrapped).toContain('nothing is pinned for here');
    expect(first.unwrapped).toContain('storecheck pin RUN --out kept.json');
    const added = await run(['pin', 'one', '--out', 'kept.json'], { cwd });
    expect(added.code, added.said).toBe(0);
    const second = await checkHere(cwd, '--fail-on', 'drift', '--out', 'two');
    expect(second.code, second.said).toBe(0);
    expect(second.unwrapped).not.toContain('is pinned');
  });

  it.each<[string, string, string[]]>([
    ['with a storecheck.yaml that names none', 'targets: { here: { baseUrl: "URL" } }', ['--target', 'here']],
    ['in a folder without storecheck.yaml', '', ['--base-url', 'URL']],
  ])('is observations.json by default %s', async (_where, yaml, target) => {
    const { baseUrl } = await conforming();
    const cwd = temporaryFolder();
    if (yaml !== '') writeFileSync(join(cwd, 'storecheck.yaml'), yaml.replace('URL', baseUrl));
    const args = ['check', ...target.map((text) => text.replace('URL', baseUrl)), '--key', 'pro=env:KEY'];
    const checked = (...more: string[]) => run([...args, ...more], { cwd, env: { KEY: PRO_KEY } });
    const early = await checked('--fail-on', 'drift');
    expect(early.code, early.said).toBe(2);
    expect(early.unwrapped).toContain('observations.json does not exist');
    const first = await checked('--out', 'one');
    expect(first.code, first.said).toBe(0);
    expect(first.unwrapped).not.toContain('is pinned');
    expect((await run(['pin', 'one'], { cwd })).code).toBe(0);
    const second = await checked('--fail-on', 'drift', '--out', 'two');
    expect(second.code, second.said).toBe(0);
    const file = join(cwd, 'observations.json');
    const { targets: before, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const changed = Object.entries<{ id: string }[]>(before).map(([name, kept]) => [
      name,
      kept.map((one) => (one.id === 'list.order' ? { ...one, value: 'as it was before' } : one)),
    ]);
    writeFileSync(file, JSON.stringify({ ...rest, targets: Object.fromEntries(changed) }));
    const judged = await run(['judge', 'two', '--fail-on', 'drift'], { cwd });
    expect(judged.code, judged.said).toBe(1);
    expect(judged.unwrapped).toContain('storecheck pin RUN --out observations.json accepts it');
  });

  it('is not reported as missing if the configuration cannot be read', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), 'targets: x');
    const args = ['check', '--base-url', 'http://127.0.0.1:9/v1', '--key', 'pro=env:KEY', '--fail-on', 'drift'];
    const ended = await run(args, { cwd, env: { KEY: PRO_KEY } });
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
    const ended = await checkHere(configured(9, text), '--fail-on', 'drift', '--dry-run');
    expect(ended.code, ended.said).toBe(2);
    for (const words of says) expect(ended.unwrapped).toMatch(words);
    expect(ended.unwrapped).not.toContain('nothing is pinned');
  });
});
