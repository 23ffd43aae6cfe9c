import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config/index.ts';
import { blocks, read as page } from '../../ci/recipes.ts';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { run } from '../command.ts';

const golden = goldenIn(import.meta.dirname);
const BASE_URL = 'https://staging.example.com/v1';

const init = (cwd: string, ...args: string[]) => run(['init', '--no-input', ...args], { cwd });

describe('init at a terminal', () => {
  it('checks each answer and asks again', async () => {
    const cwd = temporaryFolder();
    const { code, said } = await run(['init'], {
      cwd,
      terminal: 80,
      answers: [
        ['Base URL, with /v1? ', ''],
        ['Base URL, with /v1? ', 'api.example.com'],
        ['Base URL, with /v1? ', 'https://api.example.com/store'],
        ['Base URL? [https://api.example.com/store/v1] ', ''],
        ['or production (read-only)? [production] ', 'prod'],
        ['or production (read-only)? [production] ', ''],
        ['Name of the target? [production] ', 'a b'],
        ['Name of the target? [production] ', ''],
        ['Plans that you have keys for? [free] ', 'free,por'],
        ['Plans that you have keys for? [free] ', 'free,pro'],
        ['jenkins or none? [none] ', 'travis'],
        ['jenkins or none? [none] ', ''],
      ],
    });
    expect(code, said).toBe(0);
    const problems = [
      'has no scheme',
      'did you mean pro?',
      '"a b" is not a valid name',
      '"travis" is not one of github',
    ];
    for (const problem of problems) expect(said).toContain(problem);
    expect(said).not.toContain('--name');
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toContain(
      'production:\n    baseUrl: https://api.example.com/store/v1\n    class: production',
    );
  });

  it('names existing files before it asks, within the width of the terminal', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), 'mine');
    writeFileSync(join(cwd, '.env.storecheck.example'), 'mine');
    const { code, said, unwrapped } = await run(['init'], { cwd, terminal: 80 });
    expect(code, said).toBe(2);
    expect(said).not.toContain('Base URL');
    expect(unwrapped).toContain('.env.storecheck.example exists; --force overwrites it');
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('init', () => {
  const staging = ['--base-url', BASE_URL, '--class=staging', '--plans=free,enterprise'];
  const local = ['--base-url', 'http://127.0.0.1:4010/v1'];
  it.each([
    ['github', '.github/workflows/storecheck.yml'],
    ['gitlab', '.gitlab/storecheck.yml'],
    ['jenkins', 'Jenkinsfile.storecheck'],
  ])('writes a valid configuration, the variables and a file for %s', async (ci, path) => {
    for (const [name, args] of Object.entries({ staging, local })) {
      const cwd = temporaryFolder();
      const ended = await init(cwd, ...args, '--ci', ci);
      expect(ended.code, ended.said).toBe(0);
      const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
      expect(readConfig(read('storecheck.yaml'), 'storecheck.yaml')).not.toHaveProperty('problems');
      if (path.endsWith('.yml')) expect(parse(read(path))).toBeTypeOf('object');
      for (const [, action] of read(path).matchAll(/^[ #-]*uses: (\S+)/gm)) expect(action).toMatch(/@[\da-f]{40}$/);
      const files = ['storecheck.yaml', '.env.storecheck.example', path].map((file) => `--- ${file}\n${read(file)}`);
      await expect([ended.stdout, ...files].join('\n')).toMatchFileSnapshot(golden(`init-${ci}-${name}.txt`));
    }
  });

  it('writes a gate for GitHub, as comments', async () => {
    const cwd = temporaryFolder();
    await init(cwd, ...staging, '--ci', 'github');
    const text = readFileSync(join(cwd, '.github/workflows/storecheck.yml'), 'utf8');
    const { jobs } = parse(text.replace(/^( +)# (?=-| {2})/gm, '$1'));
    const steps: { uses?: string; run?: string }[] = jobs.storecheck.steps.slice(3, 9);
    expect(steps.map(({ uses = '', run = '' }) => `${uses.split('@')[0]}${run}`)).toEqual([
      'actions/setup-go',
      'actions/cache/restore',
      '~/storecheck/node_modules/.bin/storecheck k6 install',
      'actions/cache/save',
      expect.stringMatching(/^exec \S+ run --target staging --fail-on skipped --out storecheck-report$/),
      expect.stringMatching(/ check --target staging --out storecheck-report$/),
    ]);
  });

  it('installs the package of --package in the pipeline', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', BASE_URL, '--ci', 'gitlab', '--package', './storecheck-cli-0.1.0.tgz');
    expect(readFileSync(join(cwd, '.gitlab/storecheck.yml'), 'utf8')).toContain(' ./storecheck-cli-0.1.0.tgz\n');
  });

  it('writes the GitLab job of docs/ci.md, after the other stages and without the image', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', BASE_URL, '--class=staging', '--ci', 'gitlab');
    const written = parse(readFileSync(join(cwd, '.gitlab/storecheck.yml'), 'utf8')) as { storecheck: object };
    const [recipe = ''] = blocks(page('docs/ci.md'), 'yaml').filter((text) => text.includes('.storecheck:'));
    const { '.storecheck': template, 'store gate': gate } = parse(recipe) as Record<string, object>;
    const { image, extends: _extends, ...documented } = { ...template, ...gate } as Record<string, unknown>;
    expect(image).toBeTypeOf('object');
    // The npm package lacks the sources of the image.
    expect(readFileSync(join(cwd, '.gitlab/storecheck.yml'), 'utf8')).toContain('built in a checkout of storecheck');
    expect(written.storecheck).toEqual({
      ...documented,
      stage: '.post',
      image: 'node:20',
      script: [expect.stringContaining('npm install '), expect.stringContaining(' check ')],
    });
  });

  it('writes the path of the schema for editors only if it exists', async () => {
    const schema = 'node_modules/@storecheck/cli/schemas/storecheck.schema.json';
    const cwd = temporaryFolder();
    const firstLine = () => readFileSync(join(cwd, 'storecheck.yaml'), 'utf8').split('\n')[0];
    await init(cwd, '--base-url', BASE_URL);
    expect(firstLine()).toMatch(/^# For completion in editors: npm install --save-dev @storecheck\/cli@\d/);
    mkdirSync(join(cwd, dirname(schema)), { recursive: true });
    writeFileSync(join(cwd, schema), '{}');
    await init(cwd, '--base-url', BASE_URL, '--force');
    expect(firstLine()).toBe(`# yaml-language-server: $schema=./${schema}`);
  });

  it.each([
    [BASE_URL, [], 'production', 'production'],
    ['http://localhost:4010/v1', ['--class', 'staging'], 'staging', 'staging'],
    [BASE_URL, ['--name', 'here'], 'here', 'production'],
  ])('names a target after its class or --name: %s %j', async (baseUrl, args, name, targetClass) => {
    const cwd = temporaryFolder();
    const ended = await init(cwd, '--base-url', baseUrl, ...args);
    const text = readFileSync(join(cwd, 'storecheck.yaml'), 'utf8');
    expect(text).toContain(`targets:\n  ${name}:\n    baseUrl: ${baseUrl}\n    class: ${targetClass}`);
    expect(ended.unwrapped).toContain(`doctor --target ${name}`);
  });

  it.each([
    [
      'the class local for another machine',
      ['--base-url', BASE_URL, '--class', 'local'],
      2,
      '--class: local is only for',
    ],
    [
      'a package that is none',
      ['--base-url', BASE_URL, '--package', 'x; touch y'],
      2,
      '"x; touch y" is not an npm spec',
    ],
    [
      'a base URL without /v1',
      ['--base-url', 'https://api.example.com'],
      0,
      'https://api.example.com does not end with',
    ],
  ])('%s: says so', async (_what, args, code, says) => {
    const ended = await init(temporaryFolder(), ...args);
    expect(ended.code, ended.said).toBe(code);
    expect(ended.unwrapped).toContain(says);
  });

  it('overwrites files only with --force', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), 'mine');
    const refused = await init(cwd, '--base-url', BASE_URL);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('storecheck.yaml exists; --force overwrites it');
    expect(existsSync(join(cwd, '.env.storecheck.example'))).toBe(false);
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toBe('mine');
    expect((await init(cwd, '--base-url', BASE_URL, '--force')).code).toBe(0);
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toContain('class: production');
  });

  it('names a file that it cannot write', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.github'), 'a file');
    const ended = await init(cwd, '--base-url', BASE_URL, '--ci', 'github');
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toBe('storecheck: cannot write .github/workflows/storecheck.yml (ENOTDIR)\n');
  });

  it('reports all mistakes at once', async () => {
    const cwd = temporaryFolder();
    const refused = await init(cwd, '--base-url=staging', '--class=stagign', '--plans=fre', '--ci=travis');
    expect(refused.code).toBe(2);
    for (const part of ['--base-url', 'did you mean staging?', 'did you mean free?', '--ci'])
      expect(refused.stderr).toContain(part);
    expect(existsSync(join(cwd, 'storecheck.yaml'))).toBe(false);
  });

  it('writes a target that doctor and check find by its name', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', 'http://127.0.0.1:9/v1', '--name', 'here');
    const env = { STORE_API_KEY_FREE: 'a-key-of-nobody-123' };
    const doctor = await run(['doctor', '--target', 'here'], { cwd, env });
    expect(doctor.code, doctor.said).toBe(3);
    expect(doctor.stdout).toMatch(/✗ service .*no response/);
    const check = await run(['check', '--target', 'there'], { cwd, env });
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('has no target "there"');
  });
});
