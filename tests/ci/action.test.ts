import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Result } from '../../src/result/result.ts';
import { BUILT } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY, PRO_KEY } from '../outcome/checked.ts';
import { until } from '../process/push.ts';
import { between, conforming } from '../process/servers.ts';
import { lint, optionsOf, ROOT, read } from './recipes.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(read('action.yml'), { strict: true }) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { steps } = action.runs;
const stepOf = (wanted: string): Step => steps.find(({ id }) => id === wanted) ?? {};
const main = stepOf('storecheck');
const variable = (input: string) => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A step as a runner executes it: the script in a file, everything else in the environment. */
async function runStep(
  step: Step,
  env: Readonly<Record<string, string>>,
  begun: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> {
  const cwd = temporaryFolder();
  const home = temporaryFolder();
  writeFileSync(join(home, 'step.sh'), step.run ?? '');
  const output = join(home, 'output');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', join(home, 'step.sh')], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(cwd, 'summary-of-the-job.md'),
      ...env,
    },
    timeout: 25_000,
  });
  begun(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trim().split('\n') : [];
  const names = lines.map((line) => line.split('=')[0]);
  expect(names, said).toEqual([...new Set(names)]);
  return { code, said, cwd, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
}

/** The step that runs storecheck, with the action's inputs. */
async function act(
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  begun?: (child: ChildProcess) => void,
): Promise<Ran> {
  const given = Object.entries(action.inputs).map(([name, { default: standard = '' }]) => [
    variable(name),
    inputs[name] ?? standard,
  ]);
  return runStep(main, { STORECHECK: BUILT, ...Object.fromEntries(given), ...env }, begun);
}

describe('action.yml', () => {
  it('is a composite action whose scripts bash can read', () => {
    expect(action.runs.using).toBe('composite');
    for (const { run, shell } of steps.filter((step) => step.run !== undefined)) {
      expect(shell).toBe('bash');
      expect(() => lint(run ?? '')).not.toThrow();
    }
  });

  it('lets inputs reach a script through the environment alone', () => {
    for (const { run } of steps) expect(run ?? '').not.toMatch(/\$\{\{/);
    const inputs = Object.keys(action.inputs);
    expect(main.env).toEqual({
      STORECHECK: `\${{ steps.install.outputs.command }}`,
      ...Object.fromEntries(inputs.map((name) => [variable(name), `\${{ inputs.${name} }}`])),
    });
    for (const name of inputs) expect(main.run, name).toContain(`$${variable(name)}`);
  });

  it('pins what it uses by commit', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses).toHaveLength(5);
    for (const one of uses) expect(one).toMatch(/^actions\/[a-z/-]+@[0-9a-f]{40}$/);
    expect(read('action.yml').match(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(5);
  });

  it('saves k6 before the run, so that a failed run keeps it', () => {
    const names = steps.map(({ id, uses, run }) => id ?? uses?.split('@')[0] ?? run);
    expect(names.slice(-3)).toEqual(['node "$STORECHECK" k6 install || true', 'actions/cache/save', 'storecheck']);
  });

  it('names the published package and the pinned k6 in its cache keys', async () => {
    const { code, said, outputs } = await runStep(stepOf('pinned'), {});
    expect(code, said).toBe(0);
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    expect(outputs['package']).toBe(`${name}@${version}`);
    expect(outputs['k6']).toMatch(/^[0-9a-f]{16}$/);
  });

  it('installs each version of the published package once, without dependencies, and uses a built checkout as it is', async () => {
    const built = await runStep(stepOf('install'), { PACKAGE: '@storecheck/cli@1.2.3' });
    expect(built.outputs).toEqual({ command: `${ROOT}/dist/storecheck.cjs` });

    const bin = temporaryFolder();
    const home = temporaryFolder();
    const npm = `#!/bin/bash
      echo "$*" >> "${home}/calls"
      mkdir -p "$3/node_modules/.bin" && printf '#!/bin/bash' > "$3/node_modules/.bin/storecheck" && chmod +x "$3/node_modules/.bin/storecheck"`;
    writeFileSync(join(bin, 'npm'), npm);
    chmodSync(join(bin, 'npm'), 0o755);
    const env = {
      GITHUB_ACTION_PATH: temporaryFolder(),
      HOME: home,
      PATH: `${bin}:${process.env['PATH']}`,
    };
    const folderOf = (version: string) => join(home, '.cache/storecheck/package', version);
    for (const version of ['1.2.3', '1.2.3', '1.2.4']) {
      const { code, said, outputs } = await runStep(stepOf('install'), {
        ...env,
        PACKAGE: `@storecheck/cli@${version}`,
      });
      expect(code, said).toBe(0);
      expect(outputs).toEqual({ command: join(folderOf(version), 'node_modules/.bin/storecheck') });
    }
    expect(readFileSync(join(home, 'calls'), 'utf8').trim().split('\n')).toEqual(
      ['1.2.3', '1.2.4'].map(
        (version) =>
          `install --prefix ${folderOf(version)} --ignore-scripts --no-audit --no-fund @storecheck/cli@${version}`,
      ),
    );
  });

  it('passes existing options to the commands', async () => {
    const [check, run] = await Promise.all([optionsOf('check'), optionsOf('run')]);
    const given = [...new Set(main.run?.match(/(?<=[\s(])--[a-z-]+/g))];
    expect(given.sort()).toEqual(
      [
        '--allow-load',
        '--allow-writes',
        '--base-url',
        '--confirm-host',
        '--fail-on',
        '--key',
        '--out',
        '--reporter',
        '--second-key',
        '--target',
      ].sort(),
    );
    for (const option of given) expect([...run]).toContain(option);
    for (const option of given.filter((one) => !['--allow-load', '--second-key'].includes(one)))
      expect([...check]).toContain(option);
  });

  it.concurrent('sets only declared outputs', async () => {
    const { baseUrl } = await conforming();
    const ran = await act(
      { command: 'check', 'base-url': baseUrl, keys: 'pro=env:KEY_OF_THE_TEST', 'allow-load': 'true' },
      { KEY_OF_THE_TEST: PRO_KEY },
    );
    expect(ran.code, ran.said).toBe(0);
    expect(Object.keys(ran.outputs).sort()).toEqual(Object.keys(action.outputs).sort());
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.storecheck.outputs.${name} }}`);
    expect(ran.outputs).toMatchObject({
      verdict: 'passed',
      'exit-code': '0',
      failed: '0',
      inconclusive: '0',
      'read-only': 'false',
      folder: 'storecheck-report',
    });
    expect(Number(ran.outputs['passed'])).toBeGreaterThan(60);
    for (const name of ['results', 'html', 'junit', 'summary'])
      expect(existsSync(join(ran.cwd, ran.outputs[name] ?? '')), name).toBe(true);
    expect(ran.said).toContain(`::add-mask::${PRO_KEY}`);
    expect(ran.said).toContain('::notice title=storecheck%3A passed::');
  });

  it.concurrent('fails by the exit code, with its counts, and accepts several keys, reporters and further options', async () => {
    const server = await between(await conforming(), (passing) => {
      if (passing.status === 201) passing.status = 200;
      return false;
    });
    const ran = await act(
      {
        command: 'check',
        'base-url': server.baseUrl,
        keys: '  free=env:FREE\n\npro=env:PRO  \n',
        reporters: 'ctrf,har',
        arguments: '--skip\nget.*\n--plan\nfree',
        out: 'my report',
      },
      { FREE: FREE_KEY, PRO: PRO_KEY },
    );
    expect(ran.code, ran.said).toBe(1);
    expect(ran.outputs).toMatchObject({
      verdict: 'failed',
      'exit-code': '1',
      folder: 'my report',
      html: 'my report/report.html',
    });
    expect(Number(ran.outputs['failed'])).toBeGreaterThan(0);
    expect(Number(ran.outputs['inconclusive'])).toBeGreaterThan(0);
    for (const file of ['ctrf.json', 'exchanges.har']) expect(existsSync(join(ran.cwd, 'my report', file))).toBe(true);
    expect(ran.said).toContain('::error title=create.');
  });

  it.concurrent.each([
    ['', ['must', 'should']],
    ['must', ['must']],
  ])(
    'with storecheck.yaml, replaces failOn by %j unless it is empty, and adds the annotations and the summary to its reporters',
    async (failOn, expected) => {
      const { baseUrl } = await conforming();
      const config = join(temporaryFolder(), 'storecheck.yaml');
      writeFileSync(config, 'failOn: should\nreporters: [terminal, html, junit]\n');
      const inputs = { command: 'check', 'base-url': baseUrl, keys: 'pro=env:PRO', 'fail-on': failOn };
      const ran = await act({ ...inputs, arguments: `--config\n${config}` }, { PRO: PRO_KEY });
      expect(ran.code, ran.said).toBe(0);
      const result = JSON.parse(readFileSync(join(ran.cwd, ran.outputs['results'] ?? ''), 'utf8')) as Result;
      expect(result.settings.failOn).toEqual(expected);
      expect(ran.said).toContain('::notice title=storecheck%3A passed::');
      expect(readFileSync(join(ran.cwd, 'summary-of-the-job.md'), 'utf8')).toContain('## storecheck: passed');
    },
  );

  it.each(['--dry-run', '--help'])('fails if storecheck ends without a run (%s)', async (option) => {
    const { baseUrl } = await conforming();
    const ran = await act(
      { command: 'check', 'base-url': baseUrl, keys: 'pro=env:PRO', arguments: option },
      { PRO: PRO_KEY },
    );
    expect(ran.code, ran.said).toBe(2);
    expect(ran.said).toContain('::error title=storecheck::storecheck ended without a run');
    expect(ran.outputs).toEqual({ verdict: 'error', 'exit-code': '2' });
  });

  it('takes the verdict from the exit code, and names no empty file', async () => {
    const command = join(temporaryFolder(), 'storecheck.cjs');
    writeFileSync(
      command,
      `const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync('storecheck-report');
      writeFileSync('storecheck-report/results.json', '{"outcome":"passed","requirements":[]}');
      writeFileSync('storecheck-report/report.html', '');
      process.exitCode = 3;`,
    );
    const ran = await act({ command: 'check' }, { STORECHECK: command });
    expect(ran.code, ran.said).toBe(3);
    expect(ran.outputs).toMatchObject({
      verdict: 'incomplete',
      results: 'storecheck-report/results.json',
      html: '',
    });
  });

  it('executes no text of an input', async () => {
    const evil = '$(touch owned)`touch owned`"; touch owned; #';
    for (const inputs of [
      { command: evil },
      { 'base-url': '', target: evil },
      { 'base-url': evil, keys: `free=env:${evil}`, arguments: evil, out: evil },
    ]) {
      const ran = await act(
        { command: 'check', 'base-url': 'http://127.0.0.1:9/v1', keys: 'pro=env:PRO', ...inputs },
        { PRO: PRO_KEY },
      );
      expect(ran.code, ran.said).toBeGreaterThan(1);
      expect(existsSync(join(ran.cwd, 'owned'))).toBe(false);
    }
  });

  it.each([
    ['command', 'self-test', 'must be check, limits or run'],
    ['allow-writes', 'True', 'must be true or false'],
    ['allow-load', 'yes', 'must be true or false'],
    ['arguments', '--verbose\n--out\nX', 'must not contain --out: use the input out'],
    ['arguments', '--out=X', 'must not contain --out: use the input out'],
  ])('refuses %s %j with an annotation, a summary and outputs', async (input, value, rule) => {
    const ran = await act({ [input]: value });
    const problem = `the input ${input} ${rule}`;
    expect(ran.code, ran.said).toBe(2);
    expect(ran.said).toContain(`::error title=storecheck::${problem}`);
    expect(readFileSync(join(ran.cwd, 'summary-of-the-job.md'), 'utf8')).toBe(
      `## storecheck: nothing was sent\n\n- ${problem}\n\n`,
    );
    expect(ran.outputs).toEqual({ verdict: 'error', 'exit-code': '2' });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes on %s, waits for the report and sets the outputs', async (signal) => {
    const server = await between(await conforming(), async () => {
      await sleep(120);
      return false;
    });
    const begun = (child: ChildProcess) => void until(() => server.seen.length >= 4).then(() => child.kill(signal));
    const inputs = { command: 'check', 'base-url': server.baseUrl, keys: 'pro=env:PRO' };
    const ran = await act(inputs, { PRO: PRO_KEY }, begun);
    expect(ran.code, ran.said).toBe(130);
    expect(ran.outputs).toMatchObject({ verdict: 'incomplete', 'exit-code': '130' });
    expect(existsSync(join(ran.cwd, ran.outputs['html'] ?? ''))).toBe(true);
  });

  it.each([
    ['error if storecheck could not run', 'nonsense', 2, 'error'],
    ['incomplete if the service cannot be reached', 'http://127.0.0.1:9/v1', 3, 'incomplete'],
  ])('sets the outcome %s, also in the folder of an earlier run', async (_name, baseUrl, code, verdict) => {
    const out = temporaryFolder();
    const earlier = { outcome: 'passed', requirements: [{ verdict: 'pass', level: 'must' }] };
    for (const name of ['results.json', 'report.html']) {
      writeFileSync(join(out, name), JSON.stringify(earlier));
      utimesSync(join(out, name), 1, 1);
    }
    const ran = await act(
      { command: 'check', 'base-url': baseUrl, keys: 'pro=env:PRO', out, arguments: '--wait-for-ready\n1s' },
      { PRO: PRO_KEY },
    );
    expect(ran.code, ran.said).toBe(code);
    expect(ran.outputs).toMatchObject({ verdict, 'exit-code': `${code}`, passed: '0', results: '', html: '' });
  });
});
