import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../support/files.ts';
import { PRO_KEY } from '../../support/runs.ts';
import { check, run } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';

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
