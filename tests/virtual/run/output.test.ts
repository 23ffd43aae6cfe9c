import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { expectSound, PRO_KEY } from '../../support/runs.ts';
import { check, run } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';

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

it('a check with --only is incomplete, and judged again the same', async () => {
  const checked = await check((await conforming()).baseUrl, { args: ['--only', 'auth.*'] });
  expectSound(checked, 3);
  expect(checked.unwrapped).toMatch(/INCOMPLETE.*partial run/);
});
