import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden } from '../../support/golden.ts';
import { expectSound, FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { expectSession } from '../session.ts';
import { check, run, start } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { sleep } from '../world.ts';

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

it('serve prints an address and keys that a check can use', async () => {
  const serving = start(['serve', '--port', '0', '--fault', 'list-without-key']);
  await sleep(1_000);
  const text = serving.stdout();
  const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text)?.[0] ?? '';
  const exported = [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', key = '']) => [name, key]);
  const keys: Record<string, string> = Object.fromEntries(exported);
  expect(keys['STORE_API_KEY_FREE']).toBe(FREE_KEY);
  const { STORE_API_KEY_PRO = '' } = keys;
  expect((await run(['check', '--base-url', baseUrl], { env: { STORE_API_KEY_PRO } })).code).toBe(1);
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});

it('init writes a valid configuration of the target, refuses mistakes and an existing file, and prints the next steps', async () => {
  await expectSession(golden('init.txt'), {
    env: { STORE_API_KEY_FREE: 'a-key-of-nobody-123' },
    after: ({ code }, _words, cwd) => {
      const file = join(cwd, 'storecheck.yaml');
      if (code === 0) expect(readConfig(readFileSync(file, 'utf8'), file)).not.toHaveProperty('problems');
    },
  });
});
