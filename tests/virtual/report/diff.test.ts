import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffResults } from '../../../src/result/diff.ts';
import { temporaryFolder } from '../../folder.ts';
import { failing, result, row } from '../../reporters/results.ts';
import { run } from '../command.ts';

const good = result({ requirements: [row({ id: failing.id })] });
const bad = result({ outcome: 'failed', requirements: [failing, row({ id: 'list.schema' })] });

/** In a folder of their own. */
function files(a: unknown, b: unknown): string {
  const cwd = temporaryFolder();
  for (const [name, value] of [
    ['a.json', a],
    ['b.json', b],
  ] as const)
    writeFileSync(join(cwd, name), typeof value === 'string' ? value : JSON.stringify(value));
  return cwd;
}

describe('storecheck diff', () => {
  it.each([
    ['the same', good, good, 0, 'NOT WORSE'],
    ['worse', good, bad, 1, 'WORSE: B is worse than A'],
    ['better', bad, good, 0, 'Fixed (1)'],
  ])('of B that is %s', async (_what, a, b, code, words) => {
    const ended = await run(['diff', 'a.json', 'b.json'], { cwd: files(a, b) });
    expect(ended.code, ended.said).toBe(code);
    expect(ended.stdout).toContain(words);
    expect(ended.stderr).toBe('');
  });

  it('is JSON with --json', async () => {
    const { code, stdout } = await run(['diff', 'a.json', 'b.json', '--json'], { cwd: files(good, bad) });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(diffResults(good, bad))));
  });

  it.each<[string, unknown, RegExp]>([
    ['does not exist', undefined, /c\.json does not exist/],
    ['is not JSON', '{', /b\.json is not JSON/],
    ['is another JSON', { a: 1 }, /b\.json is not the result of a run/],
    ['is a list', [], /b\.json is not the result of a run/],
    ['is of a later version', { ...good, schemaVersion: 2 }, /schemaVersion 2/],
    [
      'has an unknown verdict',
      { ...good, requirements: [{ ...failing, verdict: 'passed' }] },
      /requirements\[0\]\.verdict/,
    ],
  ])('rejects a file that %s', async (_what, b, words) => {
    const cwd = files(good, b ?? good);
    const ended = await run(['diff', 'a.json', b === undefined ? 'c.json' : 'b.json'], { cwd });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toMatch(words);
    expect(ended.stdout).toBe('');
  });

  it('rejects one file alone, an unknown option and an unknown colour', async () => {
    const cwd = files(good, bad);
    for (const args of [
      ['diff', 'a.json'],
      ['diff', 'a.json', 'b.json', '--jsn'],
      ['diff', 'a.json', 'b.json', '--color', 'red'],
    ])
      expect((await run(args, { cwd })).code, args.join(' ')).toBe(2);
  });
});
