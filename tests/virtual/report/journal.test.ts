import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import type { Checked } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

type Lines = readonly string[];

const text = (lines: Lines) => `${lines.join('\n')}\n`;

/** Changes fields of the record on a line; the first line is 1. */
const changed =
  (number: number, change: (record: Record<string, unknown>) => object) =>
  (lines: Lines): string => {
    const record = JSON.parse(lines[number - 1] ?? '{}') as Record<string, unknown>;
    return text(lines.with(number - 1, JSON.stringify({ ...record, ...change(record) })));
  };
const received = (rest: object) => changed(5, () => ({ received: { at: 1, status: 200, ...rest } }));

/** How each line may be broken: tests/exchange/journal.test.ts. */
const BROKEN: [name: string, make: (lines: Lines) => string | Uint8Array, ...says: string[]][] = [
  ['empty', () => '', 'head'],
  ['not NDJSON', () => '# Notes\n\nof somebody else\n', 'line 1'],
  ['bytes', () => new Uint8Array([0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0, 10]), 'line 1'],
  ['broken in the middle', (lines) => text(lines.with(8, lines[8]?.slice(9) ?? '')), 'line 9'],
  ['with an exchange without its time', changed(5, () => ({ sent: { method: 'GET', path: '/pets' } })), 'line 5'],
  ['with malformed headers', received({ headers: [1], body: '' }), 'line 5'],
  ['with a body that is a number', received({ headers: [], body: 4 }), 'line 5'],
  ['with empty settings', changed(1, () => ({ settings: {} })), 'line 1', 'settings'],
  ['without a tool in its head', changed(1, () => ({ tool: null })), 'line 1'],
];

describe('a journal', () => {
  let complete: Checked;
  let lines: string[];
  beforeAll(async () => {
    complete = await check((await conforming()).baseUrl);
    lines = complete.journal.trimEnd().split('\n');
  });

  /** A folder with this journal, or the complete one. */
  function folder(journal: string | Uint8Array = complete.journal): string {
    const path = temporaryFolder();
    writeFileSync(join(path, 'exchanges.ndjson'), journal);
    return path;
  }
  const written = (name: string, path = complete.out) => readFileSync(join(path, name), 'utf8');

  it.each(BROKEN)('(%s) is rejected with the file and the reason', async (_name, make, ...says) => {
    const file = join(folder(make(lines)), 'exchanges.ndjson');
    const ended = await run(['judge', file]);
    for (const said of [file, ...says]) expect(ended.stderr).toContain(said);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
  });

  const NOWHERE = ['--reporter', 'json=/nowhere/r.json'];
  it.each<[string, () => string, string[], string]>([
    ['does not exist', () => '/nowhere/at/all', [], 'does not exist'],
    ['is a folder without journal', () => temporaryFolder(), [], 'contains no exchanges.ndjson'],
    ['is no regular file', () => '/dev/null', [], '/dev/null is not a regular file'],
    ['has an endless line', () => endless(folder()), [], 'has a line of more than'],
    ['lies where --write cannot write', () => withFolder(folder()), ['--write'], '--write: cannot write to /'],
    ['has a report that cannot be written', () => complete.out, NOWHERE, '/nowhere/r.json'],
  ])('that %s is rejected', async (_what, path, options, says) => {
    const ended = await run(['judge', path(), ...options]);
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain(says);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });

  it('that a crash cut off is judged as incomplete', async () => {
    const { code, stdout } = await run([
      'judge',
      folder(lines.slice(0, 20).join('\n').slice(0, -30)),
      '--reporter',
      'json',
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'incomplete',
      run: { end: 'cut-off' },
      notes: [{ code: 'cut-off' }],
    });
  });

  it('returns the same bytes from the file and a copy, and writes them with --write', async () => {
    const copy = folder();
    for (const path of [join(complete.out, 'exchanges.ndjson'), copy]) {
      const ended = await run(['judge', path, '--reporter', 'json']);
      expect([ended.code, ended.stdout === written('results.json')]).toEqual([0, true]);
    }
    expect((await run(['judge', copy, '--write'])).code).toBe(0);
    for (const name of ['results.json', 'residue.json']) expect(written(name, copy)).toBe(written(name));
  });
});

function endless(path: string): string {
  truncateSync(join(path, 'exchanges.ndjson'), 0);
  truncateSync(join(path, 'exchanges.ndjson'), 600_000_000);
  return path;
}

/** A folder stands where the result belongs. */
function withFolder(path: string): string {
  mkdirSync(join(path, 'results.json'));
  return path;
}
