import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const written = (path: string, name: string) => readFileSync(join(path, name), 'utf8');

/** A folder with this journal. */
function folder(journal: string): string {
  const path = temporaryFolder();
  writeFileSync(join(path, 'exchanges.ndjson'), journal);
  return path;
}

it('a journal that a crash cut off is judged as incomplete', async () => {
  const { journal } = await check((await conforming()).baseUrl);
  const cutOff = journal.split('\n').slice(0, 20).join('\n').slice(0, -30);
  const { code, stdout } = await run(['report', '--judge', folder(cutOff), '--reporter', 'json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'incomplete',
    run: { end: 'cut-off' },
    notes: [{ code: 'cut-off' }],
  });
});

it('judge returns the same bytes from a copy of the journal, and writes them with --write', async () => {
  const { out, journal } = await check((await conforming()).baseUrl);
  const copy = folder(journal);
  const ended = await run(['report', '--judge', join(copy, 'exchanges.ndjson'), '--reporter', 'json']);
  expect([ended.code, ended.stdout === written(out, 'results.json')]).toEqual([0, true]);
  expect(readdirSync(copy)).toEqual(['exchanges.ndjson']);
  expect((await run(['report', '--judge', copy, '--write'])).code).toBe(0);
  for (const name of ['results.json', 'residue.json', 'report.html'])
    expect(written(copy, name)).toBe(written(out, name));
});
