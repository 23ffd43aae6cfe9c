import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { check, everything, PRO_KEY, startCheck } from './check.ts';
import { run, start } from './run.ts';
import { between, conforming } from './servers.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe.concurrent("a run's folder", () => {
  it('is 0700 and its files 0600, whatever the umask', async () => {
    const { out } = await check((await conforming()).baseUrl);
    expect(mode(out)).toBe('700');
    expect(Object.fromEntries(readdirSync(out).map((file) => [file, mode(join(out, file))]))).toEqual({
      'exchanges.ndjson': '600',
      'junit.xml': '600',
      'report.html': '600',
      'residue.json': '600',
      'results.json': '600',
      'summary.md': '600',
    });
  });

  it('lies in reports/ below the current folder, named after the run, where no --out is given', async () => {
    const cwd = temporaryFolder();
    const { baseUrl } = await conforming();
    const { code } = await run(['check', '--base-url', baseUrl], { cwd, env: { STORE_API_KEY_PRO: PRO_KEY } });
    expect(code).toBe(0);
    const [folder = '', ...others] = readdirSync(join(cwd, 'reports'));
    expect(others).toEqual([]);
    expect(folder).toMatch(/^\d{8}T\d{6}Z-[\da-f]{6}$/);
    expect(mode(join(cwd, 'reports', folder))).toBe('700');
  });

  it('may be a folder that exists and holds other things', async () => {
    const out = temporaryFolder();
    writeFileSync(join(out, 'notes.txt'), 'keep');
    const { baseUrl } = await conforming();
    const { code } = await run(['check', '--base-url', baseUrl, '--out', out], { env: { STORE_API_KEY_PRO: PRO_KEY } });
    expect(code).toBe(0);
    expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('keep');
  });

  it('also of a reporter with a path is 0600', async () => {
    const path = join(temporaryFolder(), 'copy.json');
    const checked = await check((await conforming()).baseUrl, { args: ['--reporter', `json=${path},terminal`] });
    expect(mode(path)).toBe('600');
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(join(checked.out, 'results.json'), 'utf8'));
  });

  it('that is filled by two runs at once is left to the first', async () => {
    const { baseUrl } = await conforming();
    const out = join(temporaryFolder(), 'run');
    const args = ['check', '--base-url', baseUrl, '--out', out];
    const both = await Promise.all([1, 2].map(() => run(args, { env: { STORE_API_KEY_PRO: PRO_KEY } })));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
  });
});

describe.concurrent('the key', () => {
  it('stands in no file, on no output, and in no argument or variable of a process where it comes from a file', async () => {
    const server = await between(await conforming(), async () => {
      await sleep(20);
      return false;
    });
    const file = join(temporaryFolder(), 'pro.key');
    writeFileSync(file, `${PRO_KEY}\n`, { mode: 0o600 });
    const out = join(temporaryFolder(), 'run');
    const { child, ended } = await start([
      'check',
      '--base-url',
      server.baseUrl,
      '--key',
      `pro=file:${file}`,
      '--out',
      out,
    ]);
    await sleep(500);
    for (const name of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${child.pid}/${name}`, 'utf8')).not.toContain(PRO_KEY);
    const finished = await ended;
    expect(finished.code, finished.said).toBe(0);
    const texts = everything({ ...finished, out, result: undefined, journal: '' });
    expect(Object.entries(texts).filter(([, text]) => text.includes(PRO_KEY))).toEqual([]);
  });

  it('goes to the service as a bearer token, never into a URL but where the query is what is tested', async () => {
    const server = await between(await conforming(), () => false);
    const { ended } = await startCheck(server.baseUrl);
    expect((await ended).code).toBe(0);
    expect(server.seen.filter((request) => request.includes(PRO_KEY))).toHaveLength(1);
  });

  it('is not sent anywhere by a redirect', async () => {
    const other = await between(await conforming(), () => false);
    const server = await between(await conforming(), (passing) => {
      if (passing.number < 3) return false;
      passing.status = 307;
      passing.headers['location'] = `${other.baseUrl}/pets`;
      return false;
    });
    const checked = await check(server.baseUrl);
    expect(other.seen).toEqual([]);
    expect(checked.code).toBe(1);
  });
});
