import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { BUILT } from '../support/built.ts';
import { ROOT, read, temporaryFolder, writeFiles } from '../support/files.ts';
import { PRO_KEY } from '../support/runs.ts';
import { type Running, start } from './real-command.ts';
import { conforming } from './real-servers.ts';

type Texts = Readonly<Record<string, string>>;

const { inputs: declared, outputs: promised, runs } = parse(read('action.yml'), { strict: true });
const stepOf = (wanted: string) => runs.steps.find(({ id }: { readonly id?: string }) => id === wanted);

/** A step as a runner executes it: the script in a file, everything else in the environment. `watch` sees it run. */
async function runStep(id: string, env: Texts, watch: (step: Running) => void = () => undefined) {
  const cwd = temporaryFolder();
  const home = temporaryFolder({ 'step.sh': stepOf(id).run, output: '' });
  const [script, output, job] = [join(home, 'step.sh'), join(home, 'output'), join(cwd, 'summary-of-the-job.md')];
  const runner = { HOME: home, GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: ROOT };
  const step = start([], {
    node: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
    script,
    cwd,
    env: { ...runner, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: job, ...env },
  });
  watch(step);
  const { code, said } = await step.ended;
  const set = [...readFileSync(output, 'utf8').matchAll(/^([^=]+)=(.*)$/gm)].map((match) => match.slice(1));
  const outputs: Texts = Object.fromEntries(set);
  expect(set, said).toHaveLength(Object.keys(outputs).length);
  const exists = (path = '') => existsSync(join(cwd, path));
  return { code, said, outputs, exists, summary: () => readFileSync(job, 'utf8') };
}

/** Instead of storecheck: prints its words, and ends with CODE and this RESULT, or waits for a signal. */
const FAKE = `const { mkdirSync, writeFileSync } = require('node:fs');
  const { argv: [, , ...words], env: { RESULT, CODE } } = process;
  const end = (code) => {
    const out = words[words.indexOf('--out') + 1];
    if (RESULT) mkdirSync(out, { recursive: true }), writeFileSync(out + '/results.json', RESULT);
    process.exit(code);
  };
  process.once('SIGINT', () => end(130));
  console.log(JSON.stringify(words));
  if (CODE) end(Number(CODE));
  setTimeout(() => {}, 60_000);`;
const fake = join(temporaryFolder({ 'storecheck.cjs': FAKE }), 'storecheck.cjs');

const RESULT = JSON.stringify({
  requirements: [
    ...['pass', 'pass', 'fail'].map((verdict) => ({ verdict, level: 'must' })),
    ...['pass', 'fail'].map((verdict) => ({ verdict, level: 'should' })),
  ],
  settings: { readOnly: false },
});

/** The step that runs storecheck, with the action's inputs. */
async function act(inputs: Texts, env: Texts, watch?: (step: Running) => void) {
  const all: Texts = { command: 'check', keys: 'pro=env:PRO', ...inputs };
  const given = Object.keys(declared).map((name) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    all[name] ?? declared[name].default ?? '',
  ]);
  return runStep('storecheck', { STORECHECK: fake, PRO: PRO_KEY, ...Object.fromEntries(given), ...env }, watch);
}

const wordsIn = (said: string): string[] => JSON.parse(/^\[".*\]$/m.exec(said)?.[0] ?? '[]');

it.concurrent('action.yml names the published package and the pinned k6 in its cache keys', async () => {
  const { outputs } = await runStep('pinned', {});
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  expect(outputs).toEqual({ package: `${name}@${version}`, k6: expect.stringMatching(/^[0-9a-f]{16}$/) });
});

it.concurrent('action.yml installs each version of the published package once, without dependencies, and uses a built checkout as it is', async () => {
  const built = await runStep('install', { PACKAGE: '@storecheck/cli@1.2.3' });
  expect(built.outputs).toEqual({ command: `${ROOT}/dist/storecheck.cjs` });
  const [bin, home] = [temporaryFolder(), temporaryFolder()];
  const installed = '"$3/node_modules/.bin/storecheck"';
  const npm = `#!/bin/sh\necho "$*" >>"${home}/calls"; mkdir -p "$3/node_modules/.bin"; : >${installed}; chmod +x ${installed}`;
  writeFiles(bin, { npm }, 0o755);
  const env = { GITHUB_ACTION_PATH: temporaryFolder(), HOME: home, PATH: `${bin}:${process.env['PATH']}` };
  const folder = join(home, '.cache/storecheck/package/1.2.3');
  for (const _time of ['first', 'second']) {
    const { outputs } = await runStep('install', { ...env, PACKAGE: '@storecheck/cli@1.2.3' });
    expect(outputs).toEqual({ command: join(folder, 'node_modules/.bin/storecheck') });
  }
  const call = `install --prefix ${folder} --ignore-scripts --no-audit --no-fund @storecheck/cli@1.2.3\n`;
  expect(readFileSync(join(home, 'calls'), 'utf8')).toBe(call);
});

it.concurrent('action.yml runs storecheck, and sets the declared outputs', async () => {
  const { baseUrl } = await conforming();
  const ran = await act({ 'base-url': baseUrl, 'allow-load': 'true' }, { STORECHECK: BUILT });
  expect(Object.keys(ran.outputs).sort()).toEqual(Object.keys(promised).sort());
  for (const name of Object.keys(promised))
    expect(promised[name].value).toBe(`\${{ steps.storecheck.outputs.${name} }}`);
  expect(ran.outputs).toMatchObject({ 'exit-code': `${ran.code}`, failed: '0', folder: 'storecheck-report' });
  for (const name of ['results', 'html', 'junit', 'summary']) expect(ran.exists(ran.outputs[name]), name).toBe(true);
  expect(ran.said).toContain(`::add-mask::${PRO_KEY}`);
  expect(ran.said).toContain('::notice title=storecheck%3A');
  expect(ran.summary()).toContain('## storecheck: ');
});

it.concurrent('action.yml passes on its inputs, whatever their text, and the exit code and counts of the run', async () => {
  const evil = '$(touch owned)`touch owned`"; touch owned; #';
  const given = `--skip\n${evil}`;
  const more = { 'fail-on': 'should', 'allow-load': 'true', reporters: 'har', arguments: given, out: evil };
  const keys = { keys: `  free=env:${evil}\n\npro=env:PRO  \n`, 'second-keys': 'pro=env:SECOND' };
  const inputs = { command: 'run', 'base-url': evil, target: evil, ...more, ...keys };
  const { said, outputs, exists, code } = await act(inputs, { RESULT, CODE: '1' });
  expect(wordsIn(said)).toEqual([
    ...['run', '--out', evil, '--fail-on', 'should', '--base-url', evil, '--target', evil],
    ...['--key', `free=env:${evil}`, '--key', 'pro=env:PRO', '--second-key', 'pro=env:SECOND', '--allow-load'],
    ...['--reporter', 'terminal,github,har', '--skip', evil],
  ]);
  const counts = { passed: '2', failed: '1', inconclusive: '0', warnings: '1', 'read-only': 'false' };
  expect(outputs).toMatchObject({ verdict: 'failed', 'exit-code': '1', folder: evil, ...counts });
  expect([code, exists('owned')]).toEqual([1, false]);
});

it.concurrent.each([
  [{ command: 'self-test' }, 'the input command must be check, limits or run'],
  [{ 'allow-writes': 'True' }, 'the input allow-writes must be true or false'],
  [{ arguments: '--verbose\n--out\nX' }, 'the input arguments must not contain --out: use the input out'],
])('action.yml refuses %j with an annotation, a summary and outputs', async (inputs, problem) => {
  const { code, said, summary, outputs } = await act(inputs, {});
  expect([code, wordsIn(said)]).toEqual([2, []]);
  expect(said).toContain(`::error title=storecheck::${problem}`);
  expect(summary()).toBe(`## storecheck: nothing was sent\n\n- ${problem}\n\n`);
  expect(outputs).toEqual({ verdict: 'error', 'exit-code': '2' });
});

it.concurrent('action.yml passes on a signal, and waits for the results', async () => {
  const ran = await act({}, { RESULT }, ({ child }) =>
    child.stdout.on('data', (text: string) => wordsIn(text).length > 0 && child.kill('SIGTERM')),
  );
  expect([ran.code, ran.outputs]).toMatchObject([130, { verdict: 'incomplete', passed: '2' }]);
  // Without inputs, storecheck.yaml decides.
  expect(wordsIn(ran.said).filter((word) => /^--(fail-on|allow)/.test(word))).toEqual([]);
});

it.concurrent.each(['2', '0'])(
  'action.yml reads no results of an earlier run if storecheck ends with %s and without its own',
  async (CODE) => {
    const out = temporaryFolder({ 'results.json': RESULT });
    utimesSync(join(out, 'results.json'), 1, 1);
    const { code, said, outputs } = await act({ out }, { CODE });
    expect([code, outputs]).toMatchObject([2, { verdict: 'error', 'exit-code': '2' }]);
    for (const name of ['results', 'passed']) expect(['', '0', undefined]).toContain(outputs[name]);
    expect(said.includes('::error title=storecheck::storecheck ended without a run')).toBe(CODE === '0');
  },
);
