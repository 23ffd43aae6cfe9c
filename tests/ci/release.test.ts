import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../folder.ts';
import { lint, read, valuesOf } from './recipes.ts';

const workflow = '.github/workflows/release.yml';
const scriptsOf = (path: string) => valuesOf('run', parse(read(path), { strict: true })).map(String);
const scripts = scriptsOf(workflow);

describe.each(['action.yml', workflow, '.github/workflows/ci.yml'])('%s', (path) => {
  it('contains valid shell without pasted values, and pins every action by commit', () => {
    for (const script of scriptsOf(path)) {
      expect(() => lint(script), script).not.toThrow();
      expect(script).not.toMatch(/\$\{\{/);
    }
    const uses = read(path).match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(1);
    for (const one of uses) expect(one).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    if (path !== 'action.yml') expect(scriptsOf(path)).toEqual(expect.arrayContaining(['npm ci', 'npm test']));
  });
});

describe('release.yml', () => {
  it('takes the notes from the changelog, and fails without an entry', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.4\n\n- new\n\n## 1.2.3 (2027-01-01)\n\n- old\n');
    const step = scripts.find((script) => script.includes('notes.md')) ?? '';
    const notes = (version: string) => {
      const env = { ...process.env, GITHUB_REF_NAME: `v${version}`, RUNNER_TEMP: cwd };
      const { status } = spawnSync('bash', ['-e', '-c', step], { cwd, env });
      return [status, readFileSync(join(cwd, 'notes.md'), 'utf8').trim()];
    };
    expect(notes('1.2.4')).toEqual([0, '- new']);
    expect(notes('1.2.3')).toEqual([0, '- old']);
    expect(notes('1.2')).toEqual([1, '']);
  });
});
