import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config/index.ts';
import { blocks, read as page } from '../../ci/recipes.ts';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { run } from '../command.ts';
import { expectSession } from '../session.ts';

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
        ['or production? [production] ', 'prod'],
        ['or production? [production] ', ''],
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

  it('names the target, refuses mistakes and existing files, and prints the next steps', async () => {
    await expectSession(golden('init.txt'), { env: { STORE_API_KEY_FREE: 'a-key-of-nobody-123' } });
  });
});
