import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../folder.ts';
import { lint, ROOT, read, valuesOf } from './recipes.ts';

const workflow = '.github/workflows/release.yml';
const scriptsOf = (path: string) => valuesOf('run', parse(read(path), { strict: true })).map(String);
const scripts = scriptsOf(workflow);

/** Runs a step whose tools are stand-ins. `exists`: what is published already. Returns the calls that change something. */
function changes(step: string, exists: boolean): string[] {
  const cwd = temporaryFolder();
  copyFileSync(join(ROOT, 'package.json'), join(cwd, 'package.json'));
  const asks = '"view "* | *" view "* | *" inspect "*';
  const tool = `#!/bin/bash
    case "$* " in ${asks}) ${exists ? 'echo 1' : 'exit 1'} ;; *) echo "$(basename "$0") $*" >> ${cwd}/calls ;; esac\n`;
  for (const name of ['npm', 'npx', 'gh', 'docker']) writeFileSync(join(cwd, name), tool, { mode: 0o755 });
  writeFileSync(join(cwd, 'step.sh'), scripts.find((script) => script.includes(step)) ?? '');
  const env = {
    PATH: `${cwd}:${process.env['PATH']}`,
    ...{ GITHUB_REPOSITORY: 'Example/storecheck', GITHUB_REF_NAME: 'v1.2.3', GITHUB_ACTOR: 'me', RUNNER_TEMP: cwd },
  };
  execFileSync('bash', ['-e', 'step.sh'], { cwd, env, stdio: 'pipe' });
  const calls = join(cwd, 'calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
}

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
  it.each([
    ['npm view', /^npx --yes npm@11 publish /],
    ['imagetools', /^docker buildx build .*--push /],
    ['gh release', /^gh release create v1\.2\.3 .*--notes-file/],
  ])('publishes only what is not published yet (%s)', (step, publishes) => {
    expect(changes(step, false).filter((call) => publishes.test(call))).toHaveLength(1);
    expect(changes(step, true).filter((call) => publishes.test(call))).toEqual([]);
  });

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
