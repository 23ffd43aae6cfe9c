import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRO_KEY } from './check.ts';
import { run, temporaryFolder } from './run.ts';
import { conforming } from './servers.ts';

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

describe.concurrent('the file of pinned observations', () => {
  it('may be missing before the first run, which is then pinned and watched', async () => {
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

  it.each<[string, string, readonly RegExp[]]>([
    ['no JSON', 'x', [/storecheck\.yaml: observations: kept\.json is not JSON/]],
    [
      'ids that nobody knows',
      targets([{ id: 'list.orderr', value: 1 }]),
      [/kept\.json: "here", entry 1: no requirement "list\.orderr" \(did you mean list\.order\?\)/],
    ],
    ['what is judged', targets([{ id: 'list.ok', value: 1 }]), [/list\.ok is judged, not observed/]],
    [
      'everything at once',
      targets([
        { id: 'zzz', value: 1 },
        { id: 'list.order', value: 'x' },
        { id: 'list.ok', value: 1 },
      ]),
      [/entry 1: no requirement "zzz"/, /entry 3: list\.ok is judged/],
    ],
    ['entries of another shape', targets([{ id: 'list.order' }, { value: 1 }]), [/entry 1/, /entry 2/]],
    ['no list', targets({ id: 'list.order', value: 1 }), [/no list of \{ id, value \}/]],
  ])('with %s is a mistake of the configuration', async (_what, kept, says) => {
    const ended = await check(folder(9, kept), '--fail-on', 'drift', '--dry-run');
    expect(ended.code, ended.said).toBe(2);
    for (const words of says) expect(ended.unwrapped).toMatch(words);
    expect(ended.unwrapped).not.toContain('nothing is pinned');
  });
});
