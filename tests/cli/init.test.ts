import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/index.ts';
import { run, temporaryFolder } from './run.ts';

const BASE_URL = 'https://staging.example.com/v1';

describe.concurrent('init', () => {
  it.each([
    ['github', '.github/workflows/storecheck.yml'],
    ['gitlab', '.gitlab/storecheck.yml'],
    ['jenkins', 'Jenkinsfile.storecheck'],
  ])('writes a configuration that is read without a problem, the variables and a file for %s', async (ci, path) => {
    const cwd = temporaryFolder();
    const args = [
      'init',
      '--no-input',
      '--base-url',
      BASE_URL,
      '--class',
      'staging',
      '--plans',
      'free,enterprise',
      '--ci',
      ci,
    ];
    const ended = await run(args, { cwd });
    expect(ended.code, ended.said).toBe(0);
    const text = readFileSync(join(cwd, 'storecheck.yaml'), 'utf8');
    const read = readConfig(text, 'storecheck.yaml');
    expect('problems' in read ? read.problems : []).toEqual([]);
    expect(text).toContain('STORE_KEY_ENTERPRISE');
    expect(readFileSync(join(cwd, '.env.storecheck.example'), 'utf8')).toContain('STORE_KEY_FREE=\n');
    const written = readFileSync(join(cwd, path), 'utf8');
    expect(written).toContain('storecheck run --target staging --out report');
    if (path.endsWith('.yml')) expect(parse(written)).toBeTypeOf('object');
  });

  it('never overwrites without --force', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), 'mine');
    const args = ['init', '--no-input', '--base-url', BASE_URL];
    const refused = await run(args, { cwd });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('storecheck.yaml exists and is left alone; --force replaces it');
    expect(existsSync(join(cwd, '.env.storecheck.example'))).toBe(false);
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toBe('mine');
    expect((await run([...args, '--force'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toContain('class: production');
  });

  it('says what it cannot write', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.github'), 'a file');
    const ended = await run(['init', '--no-input', '--base-url', BASE_URL, '--ci', 'github'], { cwd });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toBe('storecheck: cannot write .github/workflows/storecheck.yml (ENOTDIR)\n');
  });

  it('names everything that is wrong at once', async () => {
    const cwd = temporaryFolder();
    const args = [
      'init',
      '--no-input',
      '--base-url',
      'staging',
      '--class',
      'stagign',
      '--plans',
      'fre',
      '--ci',
      'travis',
    ];
    const refused = await run(args, { cwd });
    expect(refused.code).toBe(2);
    for (const part of ['--base-url', 'did you mean staging?', 'did you mean free?', '--ci'])
      expect(refused.stderr).toContain(part);
    expect(existsSync(join(cwd, 'storecheck.yaml'))).toBe(false);
  });

  it('leads on to doctor and check: a target by its name', async () => {
    const cwd = temporaryFolder();
    await run(['init', '--no-input', '--base-url', 'http://127.0.0.1:9/v1', '--name', 'here'], { cwd });
    const env = { STORE_KEY_FREE: 'a-key-of-nobody-123' };
    const doctor = await run(['doctor', '--target', 'here'], { cwd, env });
    expect(doctor.code, doctor.said).toBe(3);
    expect(doctor.stdout).toMatch(/✗ service .*no answer/);
    const check = await run(['check', '--target', 'there'], { cwd, env });
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('has no target "there"');
  });
});
