import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { type Checked, PRO_KEY } from '../../outcome/checked.ts';
import { check, run } from '../command.ts';
import { between, conforming } from '../servers.ts';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const KEPT = ['report.html', 'junit.xml', 'summary.md'];

function copy({ out }: Checked, change: Readonly<Record<string, string | null>> = {}): string {
  const folder = join(temporaryFolder(), 'run');
  mkdirSync(folder);
  for (const name of readdirSync(out))
    if (change[name] !== null) writeFileSync(join(folder, name), change[name] ?? read(out, name));
  return folder;
}

describe('a failed run', () => {
  let failed: Checked;
  beforeAll(async () => {
    const server = await between(await conforming(), (passing) => {
      if (passing.request.method === 'POST' && passing.status === 201) passing.status = 200;
    });
    failed = await check(server.baseUrl);
    expect(failed.code, failed.said).toBe(1);
  });

  it('is rendered again later with the same bytes in every format', async () => {
    const folder = copy(failed, Object.fromEntries(KEPT.map((name) => [name, null])));
    const ended = await run(['report', folder, '--reporter', 'html,junit,markdown,har']);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.stdout).toBe('');
    expect(ended.stderr.split('\n')).toContain(`junit: ${folder}/junit.xml`);
    for (const name of ['report.html', 'summary.md'])
      expect(read(folder, name) === read(failed.out, name), name).toBe(true);
    expect(read(folder, 'junit.xml').replaceAll(folder, failed.out)).toBe(read(failed.out, 'junit.xml'));
    const { entries } = JSON.parse(read(folder, 'exchanges.har')).log;
    expect(entries).toHaveLength(failed.result?.requests.sent ?? -1);
    for (const name of readdirSync(folder)) expect(read(folder, name).includes(PRO_KEY), name).toBe(false);
  });
});

describe('reports', () => {
  it('are written to several paths by one run, outside its folder with the mode of the umask', async () => {
    const folder = temporaryFolder();
    const { baseUrl } = await conforming();
    const paths = `json,junit=${folder}/a=j.xml,har=${folder}/c.har,html=${folder}/r.html`;
    const checked = await check(baseUrl, { args: ['--reporter', paths, '--reporter', 'markdown'] });
    expect(checked.code, checked.said).toBe(0);
    expect(JSON.parse(checked.stdout)).toEqual(checked.result);
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    const mode = 0o666 & ~process.umask();
    expect(Object.fromEntries(modes)).toEqual({ 'a=j.xml': mode, 'c.har': mode, 'r.html': mode });
  });

  it('in GitHub Actions are annotations and a part of the step summary, or a warning with its path', async () => {
    const summary = join(temporaryFolder(), 'summary.md');
    writeFileSync(summary, '# of another step\n');
    const { baseUrl } = await conforming();
    const checking = (path: string) => check(baseUrl, { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path } });
    const checked = await checking(summary);
    expect(checked.code, checked.said).toBe(0);
    expect(checked.stdout).toMatch(/\n::notice title=storecheck%3A passed::PASSED[^\n]*\n$/);
    expect(read(summary)).toBe(`# of another step\n${read(checked.out, 'summary.md')}`);
    const unwritten = await checking('/nowhere/summary.md');
    expect(unwritten.code, unwritten.said).toBe(0);
    expect(unwritten.unwrapped).toContain('warning: cannot write the job summary to /nowhere/summary.md (ENOENT)');
  });
});

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
  const copied = folder(journal);
  const ended = await run(['report', '--judge', join(copied, 'exchanges.ndjson'), '--reporter', 'json']);
  expect([ended.code, ended.stdout === read(out, 'results.json')]).toEqual([0, true]);
  expect(readdirSync(copied)).toEqual(['exchanges.ndjson']);
  expect((await run(['report', '--judge', copied, '--write'])).code).toBe(0);
  for (const name of ['results.json', 'residue.json', 'report.html']) expect(read(copied, name)).toBe(read(out, name));
});
