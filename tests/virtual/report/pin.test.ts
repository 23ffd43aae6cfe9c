import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { result, row } from '../../reporters/results.ts';
import { run } from '../command.ts';

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

  it.each<[string, (cwd: string) => void, readonly string[], RegExp]>([
    [
      'nothing was observed',
      (cwd) => writeFileSync(join(cwd, 'one.json'), JSON.stringify(result())),
      [],
      /nothing was observed/,
    ],
    ['the run does not exist', () => undefined, ['--out', 'x.json'], /does not exist|nothing/],
    [
      'the file is not JSON',
      (cwd) => writeFileSync(join(cwd, 'observations.json'), 'x'),
      [],
      /--out: observations\.json is not JSON/,
    ],
    [
      'the file is another kind of JSON',
      (cwd) => writeFileSync(join(cwd, 'observations.json'), '{}'),
      [],
      /holds no pinned observations/,
    ],
    [
      'a folder is in its place',
      (cwd) => mkdirSync(join(cwd, 'observations.json')),
      [],
      /--out: cannot read observations\.json/,
    ],
    [
      'its folder does not exist',
      () => undefined,
      ['--out', 'nowhere/o.json'],
      /--out: cannot write to nowhere\/o\.json/,
    ],
  ])('rejects if %s, and changes no file', async (what, spoil, args, words) => {
    const cwd = folderWith('one.json', { requirements: [location] });
    spoil(cwd);
    const there = existsSync(join(cwd, 'observations.json'));
    const ended = await run(['pin', what === 'the run does not exist' ? 'no.json' : 'one.json', ...args], { cwd });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toMatch(words);
    expect(existsSync(join(cwd, 'observations.json'))).toBe(there);
  });
});
