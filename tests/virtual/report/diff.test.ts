import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diffResults } from '../../../src/result/diff.ts';
import { temporaryFolder } from '../../folder.ts';
import { failing, result, row } from '../../reporters/results.ts';
import { run } from '../command.ts';

const good = result({ requirements: [row({ id: failing.id })] });
const bad = result({ outcome: 'failed', requirements: [failing, row({ id: 'list.schema' })] });

/** Runs `diff` in a folder with a.json and b.json. */
function diff(a: unknown, b: unknown, words = 'a.json b.json') {
  const cwd = temporaryFolder();
  for (const [name, written] of Object.entries({ 'a.json': a, 'b.json': b }))
    writeFileSync(join(cwd, name), JSON.stringify(written));
  return run(['diff', ...words.split(' ')], { cwd });
}

it.each([
  ['the same', good, good, 0, 'NOT WORSE'],
  ['worse', good, bad, 1, 'WORSE: B is worse than A'],
  ['better', bad, good, 0, 'Fixed (1)'],
])('diff of B that is %s', async (_what, a, b, code, words) => {
  const ended = await diff(a, b);
  expect([ended.code, ended.stderr]).toEqual([code, '']);
  expect(ended.stdout).toContain(words);
});

it('diff is JSON with --json', async () => {
  const { code, stdout } = await diff(good, bad, 'a.json b.json --json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(diffResults(good, bad))));
});
