import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config/index.ts';
import { blocks, read as page } from '../../ci/recipes.ts';
import { temporaryFolder } from '../../folder.ts';
import { run } from '../command.ts';

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
  it.each([
    ['github', '.github/workflows/storecheck.yml'],
    ['gitlab', '.gitlab/storecheck.yml'],
    ['jenkins', 'Jenkinsfile.storecheck'],
  ])('writes a valid configuration, the variables and a file for %s', async (ci, path) => {
    const cwd = temporaryFolder();
    const ended = await init(cwd, '--base-url', BASE_URL, '--class=staging', '--plans=free,enterprise', '--ci', ci);
    expect(ended.code, ended.said).toBe(0);
    const text = readFileSync(join(cwd, 'storecheck.yaml'), 'utf8');
    const read = readConfig(text, 'storecheck.yaml');
    expect('problems' in read ? read.problems : []).toEqual([]);
    expect(text).toContain('STORE_API_KEY_ENTERPRISE');
    expect(readFileSync(join(cwd, '.env.storecheck.example'), 'utf8')).toContain('STORE_API_KEY_FREE=\n');
    const written = readFileSync(join(cwd, path), 'utf8');
    // A target without `allow` is only checked. The unscoped package belongs to somebody else.
    expect(written).toMatch(/npm install --prefix ~\/storecheck .* @storecheck\/cli@\d+\.\d+\.\d+/);
    expect(written).toMatch(
      /^[\s-]*(run: )?exec ~\/storecheck\/node_modules\/\.bin\/storecheck check --target staging/m,
    );
    expect(written).toMatch(/^ *(#|\/\/) .*exec \S*storecheck run --target staging --fail-on skipped/m);
    expect(written).not.toMatch(/example|\b0123456789|npx/);
    expect(ended.unwrapped).toContain(`- ${path}: store the keys as`);
    expect(ended.unwrapped).toContain(`- ${path} runs a read-only check. For a gate`);
    if (path.endsWith('.yml')) expect(parse(written)).toBeTypeOf('object');
  });

  it.each([
    ['github', '.github/workflows/storecheck.yml', /^on:\n {2}workflow_dispatch:\n {2}push:\n {2}pull_request:\n/m],
    ['gitlab', '.gitlab/storecheck.yml', /\$CI_PIPELINE_SOURCE == "merge_request_event"/],
    ['jenkins', 'Jenkinsfile.storecheck', /# Start the service here/],
  ])('writes a file for %s that checks a local service in the job at each change', async (ci, path, when) => {
    const cwd = temporaryFolder();
    const ended = await init(cwd, '--base-url', 'http://127.0.0.1:4010/v1', '--ci', ci);
    const written = readFileSync(join(cwd, path), 'utf8');
    expect(written).toMatch(when);
    expect(written).toMatch(/# Start the service here; [\s\S]* check --target local /);
    expect(written).not.toMatch(/deployment|\.post|storecheck-local/);
    expect(ended.unwrapped).toContain(`- ${path} starts no service: start it in the job first; the check creates`);
    if (path.endsWith('.yml')) expect(parse(written)).toBeTypeOf('object');
  });

  it('writes a GitHub workflow with few permissions, which runs only after successful deployments and gives pull requests no key', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', BASE_URL, '--ci', 'github');
    const text = readFileSync(join(cwd, '.github/workflows/storecheck.yml'), 'utf8');
    const workflow = parse(text) as { on: object; permissions: unknown; jobs: { storecheck: { if: string } } };
    // The event of a called workflow is that of the caller.
    expect(workflow.on).toMatchObject({ workflow_call: { secrets: { STORE_API_KEY_FREE: { required: true } } } });
    expect(workflow.jobs.storecheck.if).toMatch(/^github\.event_name != 'deployment_status' \|\|/);
    expect(workflow.jobs.storecheck.if).toContain("deployment_status.state == 'success'");
    expect(workflow.jobs.storecheck.if).toContain("deployment.environment == 'production'");
    expect(workflow.permissions).toEqual({ contents: 'read' });
    // At that level, an event of another environment would replace a waiting run.
    expect(workflow).not.toHaveProperty('concurrency');
    expect(Object.keys(workflow.on)).not.toContain('pull_request');
    const used = [...text.matchAll(/^[ #-]*uses: (\S+)/gm)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(2);
    for (const action of used) expect(action).toMatch(/@[\da-f]{40}$/);
  });

  it('writes a gate for GitHub that saves k6 before the run, as comments', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', BASE_URL, '--class=staging', '--ci', 'github');
    const text = readFileSync(join(cwd, '.github/workflows/storecheck.yml'), 'utf8');
    interface Step {
      readonly uses?: string;
      readonly run?: string;
      readonly env?: object;
      readonly with?: object;
    }
    const { jobs } = parse(text.replace(/^( +)# (?=-| {2})/gm, '$1')) as { jobs: { storecheck: { steps: Step[] } } };
    const all = jobs.storecheck.steps.slice(3, 9);
    const caches = all.filter(({ uses }) => uses?.startsWith('actions/cache'));
    for (const cache of caches)
      expect(cache.with).toMatchObject({ key: expect.stringMatching(/runner\.os \}\}-\$\{\{ runner\.arch \}\}-\d/) });
    expect(all[4]?.env).toEqual(all[5]?.env);
    const steps = all.map(({ uses = '', run = '' }) => `${uses.split('@')[0]}${run}`);
    expect(steps).toEqual([
      'actions/setup-go',
      'actions/cache/restore',
      '~/storecheck/node_modules/.bin/storecheck k6 install',
      'actions/cache/save',
      expect.stringMatching(/^exec \S+ run --target staging --fail-on skipped --out storecheck-report$/),
      expect.stringMatching(/ check --target staging --out storecheck-report$/),
    ]);
  });

  it('keeps the ledger of Jenkins with both agents that its comments offer', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--base-url', BASE_URL, '--class=staging', '--ci', 'jenkins');
    const agents = readFileSync(join(cwd, 'Jenkinsfile.storecheck'), 'utf8').match(/\/\/ docker \{.*/g) ?? [];
    expect(agents).toHaveLength(2);
    for (const agent of agents)
      expect(agent).toContain('--volume /var/lib/storecheck:/state --env XDG_STATE_HOME=/state');
  });

  it('installs the package of --package in the pipeline', async () => {
    const cwd = temporaryFolder();
    const of = (spec: string) => init(cwd, '--base-url', BASE_URL, '--ci', 'gitlab', '--force', '--package', spec);
    expect((await of('./storecheck-cli-0.1.0.tgz')).code).toBe(0);
    expect(readFileSync(join(cwd, '.gitlab/storecheck.yml'), 'utf8')).toContain(' ./storecheck-cli-0.1.0.tgz\n');
    const refused = await of('x; touch y');
    expect(refused.code).toBe(2);
    expect(refused.unwrapped).toContain('--package: "x; touch y" is not an npm spec, a path or a URL');
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
    ['its class', [], 'production'],
    ['staging', ['--class', 'staging'], 'staging'],
    ['--name', ['--name', 'here'], 'here'],
  ])('names a target after %s and uses the name in the next step', async (_what, args, name) => {
    const cwd = temporaryFolder();
    const ended = await init(cwd, '--base-url', BASE_URL, ...args);
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toContain(`targets:\n  ${name}:\n`);
    expect(ended.unwrapped).toContain(`doctor --target ${name}`);
    expect(ended.unwrapped).toContain('copy .env.storecheck.example to .env.storecheck');
    expect(ended.unwrapped).not.toContain('/v1 is missing');
  });

  it.each([
    ['http://127.0.0.1:4010/v1', [], 'class: local'],
    ['http://localhost:4010/v1', ['--class', 'staging'], 'class: staging'],
  ])('writes the class of %s %j into a valid configuration', async (baseUrl, args, says) => {
    const cwd = temporaryFolder();
    const ended = await init(cwd, '--base-url', baseUrl, ...args);
    expect(ended.code, ended.said).toBe(0);
    const text = readFileSync(join(cwd, 'storecheck.yaml'), 'utf8');
    expect(text).toContain(says);
    expect(readConfig(text, 'storecheck.yaml')).not.toHaveProperty('problems');
  });

  it('rejects the class local for another machine', async () => {
    const ended = await init(temporaryFolder(), '--base-url', BASE_URL, '--class', 'local');
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain('--class: local is only for this machine');
  });

  it('accepts a base URL without /v1 and warns', async () => {
    const ended = await init(temporaryFolder(), '--base-url', 'https://api.example.com');
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain('https://api.example.com does not end with /v1. The specification requires');
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
