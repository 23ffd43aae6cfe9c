import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { read, temporaryFolder, writeFiles } from './support/files.ts';
import { FREE_KEY, PRO_KEY } from './support/runs.ts';
import { run } from './virtual/virtual-command.ts';

const page = read('docs/ci.md');
/** The fenced blocks of the page in one language. */
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) => (name === language ? text : []));

/** Values at every place of a tree that has one of these names. */
function valuesOf(tree: unknown, ...names: readonly string[]): string[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => valuesOf(one, ...names));
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(names.includes(key) ? [value].flat().map(String) : []),
    ...valuesOf(value, ...names),
  ]);
}

const OWN = ['action.yml', ...['ci', 'release', 'nightly'].map((name) => `.github/workflows/${name}.yml`)];
const [action, ci, release, nightly] = OWN.map((path) => parse(read(path), { strict: true }));
const documented = blocks('yaml').map((text) => parse(text, { strict: true }));

/** Shell of the page: of workflows of GitHub and GitLab, of pipelines of Jenkins, and as it is. */
const shell = [
  ...valuesOf(documented, 'run', 'script', 'before_script'),
  ...blocks('groovy').flatMap((text) =>
    [...text.matchAll(/sh '''([\s\S]*?)'''/g)].map(([, script = '']) => script.replace(/\\\\/g, '\\')),
  ),
  ...blocks('sh'),
];

it('workflows contain only valid shell without pasted values, pin every action by commit, and may only read', () => {
  const scripts = [...shell, ...valuesOf([action, ci, release, nightly], 'run')];
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts) {
    expect(() => execFileSync('bash', ['-n'], { input: script, stdio: 'pipe' }), script).not.toThrow();
    expect(script).not.toMatch(/\$\{\{/);
  }
  const uses = [page, ...OWN.map(read)].flatMap((text) => text.match(/uses: .*/g) ?? []);
  expect(uses.length).toBeGreaterThan(10);
  for (const one of uses)
    expect(one).toMatch(/@[0-9a-f]{40} # (v\d+\.\d+\.\d+|your reviewed commit)$|\.\/\S*$|^uses: .*`/);
  for (const one of [ci, release, nightly, ...documented].filter((workflow) => 'jobs' in workflow))
    expect(one.permissions).toEqual({ contents: 'read' });
  for (const one of [ci, release]) expect(valuesOf(one, 'run')).toEqual(expect.arrayContaining(['npm ci', 'npm test']));
  for (const one of [release, nightly]) expect(valuesOf(one, 'run')).toContain('npm run matrix');
});

it('docs/ci.md has a storecheck.yaml with which the gates may run', async () => {
  const [, config = ''] = /^ {2}```yaml\n([\s\S]*?)^ {2}```$/m.exec(page) ?? [];
  const cwd = temporaryFolder({ 'storecheck.yaml': config.replace(/^ {2}/gm, '') });
  const env = { STORE_API_KEY_FREE: FREE_KEY, STORE_API_KEY_PRO: PRO_KEY };
  const { code, said, unwrapped } = await run(['run', '--target', 'staging', '--dry-run'], { cwd, env });
  expect(code, said).toBe(0);
  expect(unwrapped).toContain('(staging)');
  expect(unwrapped).not.toContain('would refuse');
});

it('docs/ci.md names the target of every call, and allows none to write or exhaust limits in production', () => {
  const joined = shell.join('\n').replace(/\\+\n\s*/g, ' ');
  const calls = joined.match(/\bstorecheck (check|limits|run) [^\n|;&`]*/g) ?? [];
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls) expect(call).toMatch(/^(?!.* --allow-).* --(base-url|target) /);
});

it('docs/ci.md gives every gate --fail-on skipped, and every nightly nothing that writes or exhausts limits', () => {
  const gates = shell.filter((one) => /storecheck run /.test(one));
  const nightly = shell.filter((script) => script.includes('api.example.com'));
  expect(Math.min(gates.length, nightly.length)).toBeGreaterThan(2);
  for (const script of gates) expect(script).toContain('--fail-on skipped');
  for (const script of nightly) expect(script).not.toMatch(/--allow-|storecheck (run|limits)/);
  expect(page).toContain('fail-on: skipped');
});

it('docs/ci.md uses only existing inputs and outputs of the action', () => {
  const [, given = ''] = /uses: example\/storecheck@[\s\S]*?with:\n([\s\S]*?)\n\s*(?:#|- )/.exec(page) ?? [];
  const inputs = [...given.matchAll(/^\s*([a-z-]+):/gm)].map(([, name]) => name);
  const outputs = [...page.matchAll(/steps\.storecheck\.outputs\.([a-z-]+)/g)].map(([, name]) => name);
  expect(Math.min(inputs.length, outputs.length)).toBeGreaterThan(2);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(inputs));
  expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(outputs));
});

/** Runs the steps of the release workflow whose name begins with this. */
function releasing(name: string, cwd: string, version: string, path = process.env['PATH']) {
  const steps: { name?: string; run: string }[] = release.jobs.release.steps;
  const script = steps.flatMap((step) => (step.name?.startsWith(name) === true ? step.run : [])).join('\n');
  const tag = `v${version}`;
  const github = { GITHUB_REPOSITORY: 'Us/storecheck', GITHUB_REF_NAME: tag, GITHUB_ACTOR: 'us', GH_TOKEN: '' };
  const env = { ...github, RUNNER_TEMP: cwd, PATH: path };
  return spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd, env }).status;
}

it('release.yml takes the notes from the changelog, and fails without an entry', () => {
  const changelog = '# Changelog\n\n## 1.2.4\n\n- new\n\n## 1.2.3 (2027-01-01)\n\n- old\n';
  const cwd = temporaryFolder({ 'CHANGELOG.md': changelog });
  const notes = (version: string) => {
    const code = releasing('Take the notes', cwd, version);
    return `${code} ${readFileSync(join(cwd, 'notes.md'), 'utf8').trim()}`;
  };
  expect(['1.2.4', '1.2.3', '1.2'].map(notes)).toEqual(['0 - new', '0 - old', '1 ']);
});

it('release.yml publishes package, image and release once, although the job runs twice', () => {
  const cwd = temporaryFolder({ 'package.json': read('package.json'), published: '' });
  const fake = `#!/bin/sh
tool=$(basename "$0" | sed s/npx/npm/)
case "$*" in
*--push* | *publish* | *create*) echo "$tool" >>published ;;
*view* | *inspect*) grep "$tool" published ;;
esac`;
  writeFiles(cwd, { npm: fake, npx: fake, docker: fake, gh: fake }, 0o755);
  for (const _time of ['first', 'second'])
    expect(releasing('Publish the', cwd, '1.2.3', `${cwd}:${process.env['PATH']}`)).toBe(0);
  expect(readFileSync(join(cwd, 'published'), 'utf8')).toBe('npm\ndocker\ngh\n');
});
