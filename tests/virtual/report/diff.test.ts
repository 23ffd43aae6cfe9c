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
  writeFileSync(join(cwd, 'a.json'), JSON.stringify(a));
  writeFileSync(join(cwd, 'b.json'), JSON.stringify(b));
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

  it.each([
    ['does not exist', 'c.json', 'c.json does not exist'],
    ['has an unknown verdict', 'b.json', 'b.json is not the result of a run: requirements[0].verdict'],
  ])('rejects a file that %s', async (_what, name, words) => {
    const spoilt = { ...good, requirements: [{ ...failing, verdict: 'passed' }] };
    const ended = await run(['diff', 'a.json', name], { cwd: files(good, spoilt) });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain(words);
    expect(ended.stdout).toBe('');
  });

  it('rejects one file alone, an unknown option and an unknown colour', async () => {
    const cwd = files(good, bad);
    for (const words of ['diff a.json', 'diff a.json b.json --jsn', 'diff a.json b.json --color red'])
      expect((await run(words.split(' '), { cwd })).code, words).toBe(2);
  });
});
