import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const env = { STORE_API_KEY_PRO: PRO_KEY };
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the folder of a run', () => {
  it('is reports/<run-id> without --out, and open to nobody else', async () => {
    const cwd = temporaryFolder();
    const { baseUrl } = await conforming();
    expect((await run(['check', '--base-url', baseUrl], { cwd, env })).code).toBe(0);
    const [folder = '', ...others] = readdirSync(join(cwd, 'reports'));
    expect(others).toEqual([]);
    expect(folder).toMatch(/^\d{8}T\d{6}Z-[\da-f]{6}$/);
    const out = join(cwd, 'reports', folder);
    const files = readdirSync(out);
    expect(files).toEqual([
      ...['exchanges.ndjson', 'junit.xml', 'report.html', 'residue.json', 'results.json', 'summary.md'],
    ]);
    expect([out, ...files.map((file) => join(out, file))].map(mode)).toEqual(['700', ...files.map(() => '600')]);
  });

  it('is refused to the second of two runs that start at once', async () => {
    const { baseUrl } = await conforming();
    const args = ['check', '--base-url', baseUrl, '--out', join(temporaryFolder(), 'run')];
    const both = await Promise.all([run(args, { env }), run(args, { env })]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
  });
});

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

describe('a run that is refused in GitHub Actions', () => {
  it('leaves an annotation and a section in the summary, in which a quoted text is no command and no markup', async () => {
    const cwd = temporaryFolder();
    const ended = await run(['check', '--base-url', 'x\n::error::<b>forged</b>'], { cwd, env: GITHUB });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(/^::error title=storecheck%3A nothing was sent::/);
    expect(ended.stdout).not.toMatch(/^::error::/m);
    const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(summary).toMatch(/^## storecheck: nothing was sent\n\n- /);
    expect(summary).toMatch(/^- `[^`\n]*<b>forged<\/b>[^`\n]*`$/m);
  });
});
