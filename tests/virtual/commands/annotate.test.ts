import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { run } from '../command.ts';

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

describe('a run that is refused in GitHub Actions', () => {
  it.each([
    ['a wrong option', ['check', '--base-ulr', 'x'], '--base-ulr'],
    ['an unknown command', ['chek'], 'chek'],
  ])('leaves an annotation and a section in the summary for %s', async (_what, words, named) => {
    const cwd = temporaryFolder();
    const ended = await run(words, { cwd, env: GITHUB });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stdout).toMatch(/^::error title=storecheck%3A nothing was sent::/);
    expect(ended.stdout).toContain(named);
    const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(summary).toMatch(/^## storecheck: nothing was sent\n\n- /);
  });

  it('keeps what a problem quotes from being a command or markup', async () => {
    const cwd = temporaryFolder();
    const ended = await run(['check', '--base-url', 'x\n::error::<b>forged</b>'], { cwd, env: GITHUB });
    expect(ended.code).toBe(2);
    expect(ended.stdout).not.toMatch(/^::error::/m);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^- `[^`\n]*<b>forged<\/b>[^`\n]*`$/m);
  });
});
