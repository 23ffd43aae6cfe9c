import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Result } from '../../src/result/result.ts';
import { BUILT } from '../built.ts';
import { ROOT, read } from '../ci/recipes.ts';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY, PRO_KEY } from '../outcome/checked.ts';
import { until } from './push.ts';
import { between, conforming } from './servers.ts';

type Texts = Readonly<Record<string, string>>;

const { inputs: declared, outputs: promised, runs } = parse(read('action.yml'), { strict: true });
const inputNames = Object.keys(declared);
const stepOf = (wanted: string) => runs.steps.find(({ id }: { readonly id?: string }) => id === wanted);
const main = stepOf('storecheck');
const variable = (input: string) => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;

/** A step as a runner executes it: the script in a file, everything else in the environment. */
async function runStep(
  step: { readonly run: string },
  env: Texts,
  begun: (child: ChildProcess) => void = () => undefined,
) {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  const [script, output] = [join(home, 'step.sh'), join(home, 'output')];
  writeFileSync(script, step.run);
  writeFileSync(output, '');
  const runner = {
    PATH: process.env['PATH'],
    HOME: home,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(cwd, 'summary-of-the-job.md'),
  };
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', script];
  const child = spawn('bash', bash, { cwd, env: { ...runner, ...env } });
  begun(child);
  const closed = once(child, 'close');
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const [code] = await closed;
  const set = [...readFileSync(output, 'utf8').matchAll(/^([^=]+)=(.*)$/gm)].map((match) => match.slice(1));
  const outputs: Texts = Object.fromEntries(set);
  expect(set, said).toHaveLength(Object.keys(outputs).length);
  const exists = (path = '') => existsSync(join(cwd, path));
  const textOf = (path = '') => readFileSync(join(cwd, path), 'utf8');
  return { code, said, outputs, exists, textOf };
}

/** The step that runs storecheck, with the action's inputs. */
async function act(inputs: Texts, env: Texts = {}, begun?: (child: ChildProcess) => void) {
  const all: Texts = { command: 'check', keys: 'pro=env:PRO', ...inputs };
  const given = inputNames.map((name) => [variable(name), all[name] ?? declared[name].default ?? '']);
  return runStep(main, { STORECHECK: BUILT, PRO: PRO_KEY, ...Object.fromEntries(given), ...env }, begun);
}

const resultOf = ({ outputs, textOf }: Awaited<ReturnType<typeof act>>) =>
  JSON.parse(textOf(outputs['results'])) as Result;

describe.concurrent('action.yml', () => {
  it('names the published package and the pinned k6 in its cache keys', async () => {
    const { code, said, outputs } = await runStep(stepOf('pinned'), {});
    expect(code, said).toBe(0);
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    expect(outputs['package']).toBe(`${name}@${version}`);
    expect(outputs['k6']).toMatch(/^[0-9a-f]{16}$/);
  });

  it('installs each version of the published package once, without dependencies, and uses a built checkout as it is', async () => {
    const install = stepOf('install');
    const built = await runStep(install, { PACKAGE: '@storecheck/cli@1.2.3' });
    expect(built.outputs).toEqual({ command: `${ROOT}/dist/storecheck.cjs` });
    const [bin, home] = [temporaryFolder(), temporaryFolder()];
    const npm = `#!/bin/bash
      echo "$*" >> "${home}/calls"
      mkdir -p "$3/node_modules/.bin" && printf '#!/bin/bash' > "$3/node_modules/.bin/storecheck" && chmod +x "$3/node_modules/.bin/storecheck"`;
    writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
    const env = { GITHUB_ACTION_PATH: temporaryFolder(), HOME: home, PATH: `${bin}:${process.env['PATH']}` };
    const folderOf = (version: string) => join(home, '.cache/storecheck/package', version);
    for (const version of ['1.2.3', '1.2.3', '1.2.4']) {
      const { code, said, outputs } = await runStep(install, { ...env, PACKAGE: `@storecheck/cli@${version}` });
      expect(code, said).toBe(0);
      expect(outputs).toEqual({ command: join(folderOf(version), 'node_modules/.bin/storecheck') });
    }
    const calls = ['1.2.3', '1.2.4'].map(
      (version) =>
        `install --prefix ${folderOf(version)} --ignore-scripts --no-audit --no-fund @storecheck/cli@${version}\n`,
    );
    expect(readFileSync(join(home, 'calls'), 'utf8')).toBe(calls.join(''));
  });

  it('sets only declared outputs', async () => {
    const { baseUrl } = await conforming();
    const config = join(temporaryFolder(), 'storecheck.yaml');
    writeFileSync(config, 'failOn: should\n');
    const ran = await act({ 'base-url': baseUrl, 'allow-load': 'true', arguments: `--config\n${config}` });
    expect(ran.code, ran.said).toBe(0);
    expect(resultOf(ran).settings.failOn).toEqual(['must', 'should']);
    expect(Object.keys(ran.outputs).sort()).toEqual(Object.keys(promised).sort());
    for (const name of Object.keys(promised))
      expect(promised[name].value).toBe(`\${{ steps.storecheck.outputs.${name} }}`);
    const counts = { failed: '0', inconclusive: '0' };
    const expected = { verdict: 'passed', 'exit-code': '0', 'read-only': 'false', folder: 'storecheck-report' };
    expect(ran.outputs).toMatchObject({ ...counts, ...expected });
    expect(Number(ran.outputs['passed'])).toBeGreaterThan(60);
    for (const name of ['results', 'html', 'junit', 'summary']) expect(ran.exists(ran.outputs[name]), name).toBe(true);
    expect(ran.said).toContain(`::add-mask::${PRO_KEY}`);
    expect(ran.said).toContain('::notice title=storecheck%3A passed::');
  });

  it('fails by the exit code, with its counts, and accepts several keys, reporters and further options', async () => {
    const server = await between(await conforming(), (passing) => {
      if (passing.status === 201) passing.status = 200;
      return false;
    });
    const more = { reporters: 'har', arguments: '--skip\nget.*\n--plan\nfree', out: 'my report' };
    const keys = '  free=env:FREE\n\npro=env:PRO  \n';
    const ran = await act({ 'base-url': server.baseUrl, keys, ...more }, { FREE: FREE_KEY });
    expect(ran.code, ran.said).toBe(1);
    const html = 'my report/report.html';
    expect(ran.outputs).toMatchObject({ verdict: 'failed', 'exit-code': '1', folder: 'my report', html });
    for (const name of ['failed', 'inconclusive']) expect(Number(ran.outputs[name])).toBeGreaterThan(0);
    expect(ran.exists('my report/exchanges.har')).toBe(true);
    expect(ran.said).toContain('::error title=create.');
  });

  it('replaces failOn of storecheck.yaml, and adds the annotations and the summary to its reporters', async () => {
    const { baseUrl } = await conforming();
    const config = join(temporaryFolder(), 'storecheck.yaml');
    writeFileSync(config, 'failOn: should\nreporters: [terminal, html, junit]\n');
    const ran = await act({ 'base-url': baseUrl, 'fail-on': 'must', arguments: `--config\n${config}` });
    expect(ran.code, ran.said).toBe(0);
    expect(resultOf(ran).settings.failOn).toEqual(['must']);
    expect(ran.said).toContain('::notice title=storecheck%3A passed::');
    expect(ran.textOf('summary-of-the-job.md')).toContain('## storecheck: passed');
  });

  it('executes no text of an input', async () => {
    const evil = '$(touch owned)`touch owned`"; touch owned; #';
    for (const inputs of [
      { command: evil },
      { 'base-url': '', target: evil },
      { 'base-url': evil, keys: `free=env:${evil}`, arguments: evil, out: evil },
    ]) {
      const ran = await act({ 'base-url': 'http://127.0.0.1:9/v1', ...inputs });
      expect(ran.code, ran.said).toBeGreaterThan(1);
      expect(ran.exists('owned')).toBe(false);
    }
  });

  it.each([
    [{ command: 'self-test' }, 'the input command must be check, limits or run'],
    [{ 'allow-writes': 'True' }, 'the input allow-writes must be true or false'],
    [{ arguments: '--verbose\n--out\nX' }, 'the input arguments must not contain --out: use the input out'],
  ])('refuses %j with an annotation, a summary and outputs', async (inputs, problem) => {
    const ran = await act(inputs);
    expect(ran.code, ran.said).toBe(2);
    expect(ran.said).toContain(`::error title=storecheck::${problem}`);
    expect(ran.textOf('summary-of-the-job.md')).toBe(`## storecheck: nothing was sent\n\n- ${problem}\n\n`);
    expect(ran.outputs).toEqual({ verdict: 'error', 'exit-code': '2' });
  });

  it('passes on a signal, waits for the report and sets the outputs', async () => {
    const server = await between(await conforming(), async () => {
      await sleep(120);
      return false;
    });
    const begun = (child: ChildProcess) => void until(() => server.seen.length >= 4).then(() => child.kill('SIGTERM'));
    const ran = await act({ 'base-url': server.baseUrl }, {}, begun);
    expect(ran.code, ran.said).toBe(130);
    expect(ran.outputs).toMatchObject({ verdict: 'incomplete', 'exit-code': '130' });
    expect(ran.exists(ran.outputs['html'])).toBe(true);
  });

  it.each([
    ['error if storecheck could not run', 'nonsense', '--quiet', 2, 'error'],
    ['error if storecheck ended without a run', 'http://127.0.0.1:9/v1', '--dry-run', 2, 'error'],
  ])('sets the outcome %s, also in the folder of an earlier run', async (_name, baseUrl, words, code, verdict) => {
    const out = temporaryFolder();
    const earlier = { outcome: 'passed', requirements: [{ verdict: 'pass', level: 'must' }] };
    for (const name of ['results.json', 'report.html']) {
      writeFileSync(join(out, name), JSON.stringify(earlier));
      utimesSync(join(out, name), 1, 1);
    }
    const ran = await act({ 'base-url': baseUrl, out, arguments: words });
    expect(ran.code, ran.said).toBe(code);
    expect(ran.outputs).toMatchObject({ verdict, 'exit-code': `${code}` });
    for (const name of ['results', 'html', 'passed']) expect(['', '0', undefined]).toContain(ran.outputs[name]);
    const endedWithout = '::error title=storecheck::storecheck ended without a run';
    expect(ran.said.includes(endedWithout)).toBe(words === '--dry-run');
  });
});
