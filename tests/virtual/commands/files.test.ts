import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';

const env = { STORE_API_KEY_PRO: PRO_KEY };
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the folder of a run', () => {
  it('has mode 0700 and its files 0600', async () => {
    const { out } = await check((await conforming()).baseUrl);
    const files = readdirSync(out);
    expect(files).toEqual([
      ...['exchanges.ndjson', 'junit.xml', 'report.html', 'residue.json', 'results.json', 'summary.md'],
    ]);
    expect([out, ...files.map((file) => join(out, file))].map(mode)).toEqual(['700', ...files.map(() => '600')]);
  });

  it('is reports/<run-id> without --out', async () => {
    const cwd = temporaryFolder();
    const { baseUrl } = await conforming();
    expect((await run(['check', '--base-url', baseUrl], { cwd, env })).code).toBe(0);
    const [folder = '', ...others] = readdirSync(join(cwd, 'reports'));
    expect(others).toEqual([]);
    expect(folder).toMatch(/^\d{8}T\d{6}Z-[\da-f]{6}$/);
    expect(mode(join(cwd, 'reports', folder))).toBe('700');
  });

  it('is refused to the second of two runs that start at once', async () => {
    const { baseUrl } = await conforming();
    const args = ['check', '--base-url', baseUrl, '--out', join(temporaryFolder(), 'run')];
    const both = await Promise.all([run(args, { env }), run(args, { env })]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
  });
});

describe('the key', () => {
  it('is in one URL only: that of the request that tests a key in the query', async () => {
    const server = await between(await conforming(), () => false);
    expect((await check(server.baseUrl)).code).toBe(0);
    expect(server.seen.filter((request) => request.includes(PRO_KEY))).toHaveLength(1);
  });
});
