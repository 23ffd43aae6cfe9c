import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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

  it('may be a link to a folder, whose mode and other files stay', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'real'), { mode: 0o755 });
    writeFileSync(join(cwd, 'real/notes.txt'), 'keep');
    symlinkSync('real', join(cwd, 'link'));
    const { baseUrl } = await conforming();
    const words = ['check', '--base-url', baseUrl, '--only', 'auth.*', '--out', 'link'];
    expect((await run(words, { cwd, env })).code).toBe(3);
    expect(readFileSync(join(cwd, 'real/notes.txt'), 'utf8')).toBe('keep');
    expect(readFileSync(join(cwd, 'real/results.json'), 'utf8')).toContain('"incomplete"');
    expect(['real', 'real/results.json'].map((name) => mode(join(cwd, name)))).toEqual(['755', '600']);
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
