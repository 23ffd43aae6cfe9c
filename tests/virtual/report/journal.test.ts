import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import type { Checked } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

interface Broken {
  readonly name: string;
  readonly make: (lines: readonly string[]) => string | Uint8Array;
  readonly says: readonly string[];
}

const edit = (line: string | undefined, change: (record: Record<string, unknown>) => void): string => {
  const record = JSON.parse(line ?? '{}') as Record<string, unknown>;
  change(record);
  return JSON.stringify(record);
};
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const editLine = (number: number, change: (record: Record<string, unknown>) => void) => (lines: readonly string[]) =>
  text(lines.map((line, index) => (index === number - 1 ? edit(line, change) : line)));

const BROKEN: readonly Broken[] = [
  { name: 'empty', make: () => '', says: ['head'] },
  { name: 'one empty line', make: () => '\n', says: ['line 1'] },
  { name: 'cut inside its first line', make: ([head = '']) => head.slice(0, 80), says: ['first line'] },
  { name: 'not NDJSON', make: () => '# Notes\n\nof somebody else\n', says: ['line 1'] },
  {
    name: 'NDJSON of another tool',
    make: () => '{"level":30,"msg":"hello"}\n',
    says: ['line 1', 'not a journal record'],
  },
  { name: 'bytes', make: () => new Uint8Array([0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0, 10]), says: ['line 1'] },
  { name: 'a JSON array', make: () => '[1,2,3]\n', says: ['line 1'] },
  { name: 'null', make: () => 'null\n', says: ['line 1'] },
  {
    name: 'of a newer version',
    make: editLine(1, (head) => Object.assign(head, { v: 2 })),
    says: ['line 1', 'version 2', 'update'],
  },
  {
    name: 'with one newer record',
    make: editLine(5, (line) => Object.assign(line, { v: 7 })),
    says: ['line 5', 'version 7'],
  },
  { name: 'without a head', make: ([, ...rest]) => text(rest), says: ['head'] },
  {
    name: 'with two heads',
    make: (lines) => text([...lines.slice(0, 1), ...lines]),
    says: ['line 2', 'a head behind other lines'],
  },
  { name: 'two journals in one', make: (lines) => text([...lines, ...lines]), says: ['after the closing one'] },
  {
    name: 'broken in the middle',
    make: (lines) => text(lines.map((line, i) => (i === 8 ? line.slice(9) : line))),
    says: ['line 9'],
  },
  {
    name: 'with an unknown kind',
    make: editLine(4, (line) => Object.assign(line, { kind: 'dance' })),
    says: ['line 4', 'dance'],
  },
  {
    name: 'with an exchange of another run',
    make: editLine(5, (line) => Object.assign(line, { run: 'other' })),
    says: ['other'],
  },
  {
    name: 'with an exchange that was not sent',
    make: editLine(5, (line) => Object.assign(line, { sent: 3 })),
    says: ['line 5'],
  },
  {
    name: 'with an answer without headers',
    make: editLine(5, (line) => Object.assign(line, { received: { at: 1, status: 200 } })),
    says: ['line 5'],
  },
  {
    name: 'with malformed headers',
    make: editLine(5, (line) => Object.assign(line, { received: { at: 1, status: 200, headers: [1], body: '' } })),
    says: ['line 5'],
  },
  {
    name: 'with a body that is a number',
    make: editLine(5, (line) => Object.assign(line, { received: { at: 1, status: 200, headers: [], body: 4 } })),
    says: ['line 5'],
  },
  {
    name: 'with a path that is a number',
    make: editLine(5, (line) =>
      Object.assign(line, { sent: { at: 1, method: 'GET', path: 4, headers: [], body: null } }),
    ),
    says: ['line 5'],
  },
  {
    name: 'with a wait without times',
    make: (lines) => text([...lines.slice(0, 3), '{"v":1,"kind":"wait"}', ...lines.slice(3)]),
    says: ['line 4'],
  },
  {
    name: 'with empty settings',
    make: editLine(1, (head) => Object.assign(head, { settings: {} })),
    says: ['line 1', 'settings'],
  },
  {
    name: 'without a tool in its head',
    make: editLine(1, (head) => Object.assign(head, { tool: null })),
    says: ['line 1'],
  },
  {
    name: 'with malformed patterns',
    make: editLine(1, (head) => Object.assign(head, { settings: { ...(head['settings'] as object), only: 7 } })),
    says: ['line 1'],
  },
];

describe('a journal', () => {
  let whole: Checked;
  let lines: string[];
  beforeAll(async () => {
    whole = await check((await conforming()).baseUrl);
    lines = whole.journal.trimEnd().split('\n');
  });

  it.each(BROKEN)('$name is rejected with the file and the reason', async ({ make, says }) => {
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
    ['is a folder without journal', temporaryFolder(), 'holds no exchanges.ndjson'],
    ['is no regular file', '/dev/null', '/dev/null is no file on disk'],
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

  it('gives the same bytes from the folder, the file, and a copy elsewhere', async () => {
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

  it('gives the same results.json and residue.json by --write', async () => {
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
