import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import type { Checked } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

type Lines = readonly string[];

const text = (lines: Lines) => `${lines.join('\n')}\n`;

const received = (rest: object) => ({ received: { at: 1, status: 200, ...rest } });

/** Changes fields of the record on a line; the first line is 1. */
const changed =
  (number: number, change: (record: Record<string, unknown>) => object) =>
  (lines: Lines): string => {
    const record = JSON.parse(lines[number - 1] ?? '{}') as Record<string, unknown>;
    return text(lines.with(number - 1, JSON.stringify({ ...record, ...change(record) })));
  };

/** How each line may be broken: tests/exchange/journal.test.ts. */
const BROKEN: [name: string, make: (lines: Lines) => string | Uint8Array, ...says: string[]][] = [
  ['empty', () => '', 'head'],
  ['one empty line', () => '\n', 'line 1'],
  ['not NDJSON', () => '# Notes\n\nof somebody else\n', 'line 1'],
  ['bytes', () => new Uint8Array([0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0, 10]), 'line 1'],
  ['null', () => 'null\n', 'line 1', 'not a journal record'],
  ['broken in the middle', (lines) => text(lines.with(8, lines[8]?.slice(9) ?? '')), 'line 9'],
  ['with an exchange that was not sent', changed(5, () => ({ sent: 3 })), 'line 5'],
  ['with an exchange without its time', changed(5, () => ({ sent: { method: 'GET', path: '/pets' } })), 'line 5'],
  ['with malformed headers', changed(5, () => received({ headers: [1], body: '' })), 'line 5'],
  ['with a body that is a number', changed(5, () => received({ headers: [], body: 4 })), 'line 5'],
  ['with a wait without times', (lines) => text(lines.toSpliced(3, 0, '{"v":1,"kind":"wait"}')), 'line 4'],
  ['with empty settings', changed(1, () => ({ settings: {} })), 'line 1', 'settings'],
  ['without a tool in its head', changed(1, () => ({ tool: null })), 'line 1'],
  [
    'with malformed patterns',
    changed(1, ({ settings }) => ({ settings: { ...(settings as object), only: 7 } })),
    'line 1',
  ],
];

describe('a journal', () => {
  let whole: Checked;
  let lines: string[];
  beforeAll(async () => {
    whole = await check((await conforming()).baseUrl);
    lines = whole.journal.trimEnd().split('\n');
  });

  it.each(BROKEN)('(%s) is rejected with the file and the reason', async (_name, make, ...says) => {
    const file = join(temporaryFolder(), 'exchanges.ndjson');
    writeFileSync(file, make(lines));
    const ended = await run(['judge', file]);
    expect(ended.stderr).toContain(file);
    for (const said of says) expect(ended.stderr).toContain(said);
    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stdout).toBe('');
  });

  it.each([
    ['does not exist', '/nowhere/at/all', 'does not exist'],
    ['is a folder without journal', temporaryFolder(), 'contains no exchanges.ndjson'],
    ['is no regular file', '/dev/null', '/dev/null is not a regular file'],
  ])('that %s is rejected', async (_name, path, says) => {
    const ended = await run(['judge', path]);
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(2);
  });

  it('of one endless line is rejected', async () => {
    const file = join(temporaryFolder(), 'exchanges.ndjson');
    writeFileSync(file, '');
    truncateSync(file, 600_000_000);
    const ended = await run(['judge', file]);
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain('has a line of more than');
  });

  it('that a crash cut off is judged as incomplete', async () => {
    const file = join(temporaryFolder(), 'exchanges.ndjson');
    const cut = lines.slice(0, 20).join('\n');
    writeFileSync(file, cut.slice(0, -30));
    const ended = await run(['judge', file, '--reporter', 'json']);
    expect(ended.code).toBe(3);
    const result = JSON.parse(ended.stdout) as { outcome: string; run: { end: string }; warnings: string[] };
    expect(result).toMatchObject({ outcome: 'incomplete', run: { end: 'cut-off' } });
    expect(result.warnings.join()).toContain('cut off');
  });

  it('returns the same bytes from the folder, the file, and a copy', async () => {
    const copy = join(temporaryFolder(), 'elsewhere');
    mkdirSync(copy);
    copyFileSync(join(whole.out, 'exchanges.ndjson'), join(copy, 'exchanges.ndjson'));
    const written = readFileSync(join(whole.out, 'results.json'), 'utf8');
    for (const path of [whole.out, join(whole.out, 'exchanges.ndjson'), copy]) {
      const ended = await run(['judge', path, '--reporter', 'json']);
      expect(ended.code).toBe(0);
      expect(ended.stdout === written).toBe(true);
    }
  });

  it('writes the same results.json and residue.json with --write', async () => {
    const before = readFileSync(join(whole.out, 'results.json'), 'utf8');
    const residue = readFileSync(join(whole.out, 'residue.json'), 'utf8');
    const copy = temporaryFolder();
    copyFileSync(join(whole.out, 'exchanges.ndjson'), join(copy, 'exchanges.ndjson'));
    expect((await run(['judge', copy, '--write'])).code).toBe(0);
    expect(readFileSync(join(copy, 'results.json'), 'utf8')).toBe(before);
    expect(readFileSync(join(copy, 'residue.json'), 'utf8')).toBe(residue);
  });

  it('is rejected if --write cannot write to its folder', async () => {
    const copy = temporaryFolder();
    copyFileSync(join(whole.out, 'exchanges.ndjson'), join(copy, 'exchanges.ndjson'));
    mkdirSync(join(copy, 'results.json'));
    const ended = await run(['judge', copy, '--write']);
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain(`--write: cannot write to ${copy} (EISDIR`);
  });

  it('is rejected if a reporter cannot write to its path', async () => {
    const ended = await run(['judge', whole.out, '--reporter', 'json=/nowhere/r.json']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('/nowhere/r.json');
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});
