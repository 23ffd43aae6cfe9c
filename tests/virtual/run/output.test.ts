import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden } from '../../support/golden.ts';
import { PRO_KEY } from '../../support/runs.ts';
import { stable } from '../session.ts';
import { check, run, runLimits } from '../virtual-command.ts';
import { ask, conforming } from '../virtual-servers.ts';

const env = { STORE_API_KEY_PRO: PRO_KEY };

it('the folder of a run is reports/<run-id> without --out; --quiet prints only the outcome', async () => {
  const cwd = temporaryFolder();
  const { baseUrl } = await conforming();
  const { code, stdout, stderr } = await run(['check', '--base-url', baseUrl, '--quiet'], { cwd, env });
  expect([code, stdout, stderr]).toEqual([0, 'passed\n', '']);
  const [folder = '', ...others] = readdirSync(join(cwd, 'reports'));
  expect([folder, others]).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-[\da-f]{6}$/), []]);
  const written = ['exchanges.ndjson', 'junit.xml', 'report.html', 'residue.json', 'results.json', 'summary.md'];
  expect(readdirSync(join(cwd, 'reports', folder))).toEqual(written);
});

it('the folder of a run is refused to the second of two runs that start at once', async () => {
  const { baseUrl } = await conforming();
  const args = ['check', '--base-url', baseUrl, '--out', join(temporaryFolder(), 'run')];
  const both = await Promise.all([run(args, { env }), run(args, { env })]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
});

it('a check is coloured on a terminal, and names a set-up mistake on stderr even with --quiet', async () => {
  const nobody = 'http://127.0.0.1:9/v1';
  expect((await check(nobody, { terminal: 80 })).stdout).toContain('\u001b[');
  const { code, stdout, stderr } = await check(nobody, { args: ['--quiet'] });
  expect([code, stdout]).toEqual([3, 'incomplete\n']);
  expect(stderr).toMatch(/^storecheck: .*no response.*\n {2}\S/);
});

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

it('a failed run is rendered again later with the same bytes in every format, and judged again from its journal', async () => {
  const { baseUrl } = await conforming({ variants: [variantNamed('created-is-204')] });
  const { out, code, result, journal } = await check(baseUrl);
  expect(code).toBe(1);
  const names = ['report.html', 'junit.xml', 'summary.md'];
  const first = Object.fromEntries(names.map((name) => [name, read(out, name)]));
  for (const name of names) rmSync(join(out, name));
  const rendered = await run(['report', out, '--reporter', 'html,junit,markdown,har']);
  expect([rendered.code, rendered.stdout]).toEqual([1, '']);
  expect(rendered.stderr.split('\n')).toContain(`junit: ${out}/junit.xml`);
  for (const name of names) expect(read(out, name) === first[name], name).toBe(true);
  expect(JSON.parse(read(out, 'exchanges.har')).log.entries).toHaveLength(result?.requests.sent ?? -1);
  for (const name of readdirSync(out)) expect(read(out, name).includes(PRO_KEY), name).toBe(false);
  const copied = temporaryFolder({ 'exchanges.ndjson': journal });
  const judged = await run(['report', '--judge', join(copied, 'exchanges.ndjson'), '--reporter', 'json']);
  expect([judged.code, judged.stdout === read(out, 'results.json')]).toEqual([1, true]);
  expect(readdirSync(copied)).toEqual(['exchanges.ndjson']);
  expect((await run(['report', '--judge', copied, '--write'])).code).toBe(1);
  for (const name of ['results.json', 'residue.json', 'report.html']) expect(read(copied, name)).toBe(read(out, name));
});

it('reports are written to several paths by one run, outside its folder with the mode of the umask', async () => {
  const folder = temporaryFolder();
  const { baseUrl } = await conforming();
  const paths = `json,junit=${folder}/a=j.xml,har=${folder}/c.har,html=${folder}/r.html`;
  const checked = await check(baseUrl, { args: ['--reporter', paths, '--reporter', 'markdown'] });
  expect(checked.code, checked.said).toBe(0);
  expect(JSON.parse(checked.stdout)).toEqual(checked.result);
  const mode = 0o666 & ~process.umask();
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toEqual({ 'a=j.xml': mode, 'c.har': mode, 'r.html': mode });
});

it('reports are those of --reporter, else of storecheck.yaml, beside that file, else of the CI, but not with --quiet', async () => {
  const { baseUrl } = await conforming();
  const folder = temporaryFolder({ 'storecheck.yaml': 'reporters: [terminal, junit=store.xml]' });
  const checking = (...args: string[]) => check(baseUrl, { args, env: { GITHUB_ACTIONS: 'true' } });
  const configured = await checking('--config', join(folder, 'storecheck.yaml'));
  expect([configured.code, configured.stdout.includes('::notice')]).toEqual([0, false]);
  expect(readdirSync(folder)).toContain('store.xml');
  const named = await checking('--config', join(folder, 'storecheck.yaml'), '--reporter', 'json');
  expect(JSON.parse(named.stdout)).toEqual(named.result);
  expect((await checking('--quiet')).stdout).toBe('passed\n');
});

it('reports in GitHub Actions are annotations, also of what keeps a run from starting, and a part of the step summary or a warning', async () => {
  const summary = join(temporaryFolder({ 'summary.md': '# of another step\n' }), 'summary.md');
  const { baseUrl } = await conforming();
  const checking = (path: string) => check(baseUrl, { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path } });
  const [checked, unwritten] = [await checking(summary), await checking('/nowhere/summary.md')];
  expect([checked.code, unwritten.code], unwritten.said).toEqual([0, 0]);
  expect(checked.stdout).toMatch(/\n::notice title=storecheck%3A passed::PASSED[^\n]*\n$/);
  expect(read(summary)).toBe(`# of another step\n${read(checked.out, 'summary.md')}`);
  expect(unwritten.unwrapped).toContain('warning: cannot write the job summary to /nowhere/summary.md (ENOENT)');
  const { stdout, stderr } = await run(['check', '--x\n::error::y'], { env: { GITHUB_ACTIONS: 'true' } });
  expect(stdout).toMatch(/^::error title=storecheck%3A nothing was sent::unknown option --x%0A.*\n::error title=/);
  expect(stderr).not.toMatch(/^::error::y/m);
});

/** What a command says of a run on a key whose limit is exhausted. */
async function progress(command: 'limits' | 'run', terminal?: number) {
  const { baseUrl, keys } = await conforming();
  await Promise.all(Array.from({ length: 62 }, () => ask(baseUrl, keys.free)));
  const { stderr } = await runLimits(baseUrl, { command, keys: { free: keys.free }, terminal });
  return stable(stderr, '/nowhere');
}

it('progress in a pipe has a line for each wait and each finished key, and one every 20 s', async () => {
  await expect(await progress('run')).toMatchFileSnapshot(golden('progress.txt'));
});

it('progress on a terminal is redrawn in place, within its width, and erased at the end', async () => {
  // Texts, and between them the number of lines that are erased before the next one.
  const parts = (await progress('limits', 60)).split(/\u001b\[(\d+)A\r\u001b\[J/);
  const texts = parts.filter((_, index) => index % 2 === 0).map((text) => text.split('\n').slice(0, -1));
  expect(texts.flat().join('\n')).toContain('refused · burst\n');
  expect(texts.flat().filter((line) => line.length > 60)).toEqual([]);
  const kept = texts.flatMap((lines, index) => lines.slice(0, lines.length - Number(parts[2 * index + 1] ?? 0)));
  expect(kept.join('\n')).toMatch(/storecheck 0[\s\S]*k6 v2\.2\.0 \(k6\)\n*$/);
  expect(kept.filter((line) => line.includes('refused · burst'))).toEqual([]);
});
