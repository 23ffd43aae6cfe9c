import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const CONFIG = (port: number) => `targets:
  here: { baseUrl: "http://127.0.0.1:${port}/v1", keys: { pro: { env: KEY } }, observations: kept.json }
`;

/** A folder with a configuration that names kept.json, and that file where a text is given. */
function folder(port: number, kept?: string): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), CONFIG(port));
  if (kept !== undefined) writeFileSync(join(cwd, 'kept.json'), kept);
  return cwd;
}

const check = (cwd: string, ...args: string[]) =>
  run(['check', '--target', 'here', ...args], { cwd, env: { KEY: PRO_KEY } });

const targets = (here: unknown) => JSON.stringify({ schemaVersion: 1, targets: { here } });

describe('the file of pinned observations', () => {
  it('may be missing until the first run is pinned', async () => {
    const { port } = await conforming();
    const cwd = folder(port);
    const early = await check(cwd, '--fail-on', 'drift');
    expect(early.code, early.said).toBe(2);
    expect(early.unwrapped).toContain('kept.json is not there yet');
    expect(early.unwrapped).toContain('storecheck pin RUN --out kept.json');
    const first = await check(cwd, '--out', 'one');
    expect(first.code, first.said).toBe(0);
    expect(first.unwrapped).toContain('no observation of here is pinned');
    expect(first.unwrapped).toContain('storecheck pin RUN --out kept.json');
    const pinned = await run(['pin', 'one', '--out', 'kept.json'], { cwd });
    expect(pinned.code, pinned.said).toBe(0);
    const second = await check(cwd, '--fail-on', 'drift', '--out', 'two');
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
    expect(early.unwrapped).toContain('observations.json is not there yet');
    const first = await checked('--out', 'one');
    expect(first.code, first.said).toBe(0);
    expect(first.unwrapped).not.toContain('is pinned');
    expect((await run(['pin', 'one'], { cwd })).code).toBe(0);
    const second = await checked('--fail-on', 'drift', '--out', 'two');
    expect(second.code, second.said).toBe(0);
    const file = join(cwd, 'observations.json');
    const { targets: pinned, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const changed = Object.entries<{ id: string }[]>(pinned).map(([name, kept]) => [
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
      targets([{ id: 'list.orderr', value: 1 }]),
      [/kept\.json: "here", entry 1: no requirement "list\.orderr" \(did you mean list\.order\?\)/],
    ],
    ['a requirement that is judged', targets([{ id: 'list.ok', value: 1 }]), [/list\.ok is judged, not observed/]],
    [
      'several mistakes',
      targets([
        { id: 'zzz', value: 1 },
        { id: 'list.order', value: 'x' },
        { id: 'list.ok', value: 1 },
      ]),
      [/entry 1: no requirement "zzz"/, /entry 3: list\.ok is judged/],
    ],
    ['entries of another shape', targets([{ id: 'list.order' }, { value: 1 }]), [/entry 1/, /entry 2/]],
    ['an entry in place of a list', targets({ id: 'list.order', value: 1 }), [/no list of \{ id, value \}/]],
  ])('with %s is a configuration mistake', async (_what, kept, says) => {
    const ended = await check(folder(9, kept), '--fail-on', 'drift', '--dry-run');
    expect(ended.code, ended.said).toBe(2);
    for (const words of says) expect(ended.unwrapped).toMatch(words);
    expect(ended.unwrapped).not.toContain('nothing is pinned');
  });
});
