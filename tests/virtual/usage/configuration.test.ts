import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { run } from '../command.ts';

const FILE = 'targets:\n  staging:\n    baseUrl: https://service.invalid/v1\n    keys: { free: { env: KEY } }\n';
const WRONG = `${FILE}    class: stagign\n`;
const SAME = `${FILE}  mirror:\n    baseUrl: https://SERVICE.invalid:443/v1/\n`;
const TWO = `${FILE}  other:\n    baseUrl: https://other.invalid/v1\n`;

describe('a configuration or target that cannot be read', () => {
  it.each([
    ['a wrong value', WRONG, ['check', '--target', 'staging'], 'storecheck.yaml:5:12 targets.staging.class'],
    ['two targets and none is named', TWO, ['check'], '--target is missing'],
    [
      'two targets with the address of --base-url',
      SAME,
      ['check', '--base-url', 'https://service.invalid/v1'],
      'the targets staging, mirror of storecheck.yaml have this address; select one with --target',
    ],
    ['no file', '', ['check', '--target', 'staging'], 'this folder has no storecheck.yaml'],
    ['an unknown target', FILE, ['check', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['limits', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['doctor', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['capacity', '--target', 'stagin'], 'did you mean staging?'],
  ])('is the only problem, since missing values may be in it: %s', async (_what, text, args, says) => {
    const cwd = temporaryFolder();
    if (text !== '') writeFileSync(join(cwd, 'storecheck.yaml'), text);
    const ended = await run(args, { cwd, env: { KEY: 'a-key-of-nobody' } });
    expect(ended.code, ended.said).toBe(2);
    const lines = ended.stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(says);
  });

  it('is reported together with mistakes of the command line', async () => {
    const ended = await run(['check', '--target', 'staging', '--window', '0'], { cwd: temporaryFolder() });
    expect(ended.stderr.trim().split('\n')).toHaveLength(2);
    expect(ended.stderr).toContain('--window');
  });

  it('is not required: without it, the missing values are named', async () => {
    const ended = await run(['check'], { cwd: temporaryFolder() });
    for (const words of ['--base-url is missing', 'no key: add --key']) expect(ended.stderr).toContain(words);
  });
});
