import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { run } from './run.ts';

const FILE = 'targets:\n  staging:\n    baseUrl: https://service.invalid/v1\n    keys: { free: { env: KEY } }\n';
const WRONG = `${FILE}    class: stagign\n`;
const TWO = `${FILE}  other:\n    baseUrl: https://other.invalid/v1\n`;

describe.concurrent('where the file or its target could not be read, nothing is asked for that may stand there', () => {
  it.each([
    ['a value that is wrong', WRONG, ['check', '--target', 'staging'], 'storecheck.yaml:5:12 targets.staging.class'],
    ['of which none is named', TWO, ['check'], 'name the one that is meant'],
    ['no file', '', ['check', '--target', 'staging'], 'there is no storecheck.yaml here'],
    ['a file that is not there', '', ['check', '--config', 'x.yaml'], 'x.yaml: cannot be read'],
    ['an unknown target', FILE, ['check', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['limits', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['doctor', '--target', 'stagin'], 'did you mean staging?'],
    ['an unknown target', FILE, ['capacity', '--target', 'stagin'], 'did you mean staging?'],
    ['a value that is wrong', WRONG, ['capacity', '--target', 'staging'], 'targets.staging.class'],
  ])('%s: %s %j', async (_what, text, args, says) => {
    const cwd = temporaryFolder();
    if (text !== '') writeFileSync(join(cwd, 'storecheck.yaml'), text);
    const ended = await run(args, { cwd, env: { KEY: 'a-key-of-nobody' } });
    expect(ended.code, ended.said).toBe(2);
    const lines = ended.stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(says);
  });

  it('what was given wrongly besides is said all the same', async () => {
    const ended = await run(['check', '--target', 'staging', '--window', '0'], { cwd: temporaryFolder() });
    expect(ended.stderr.trim().split('\n')).toHaveLength(2);
    expect(ended.stderr).toContain('--window');
  });

  it('without a file, what is missing is asked for', async () => {
    const ended = await run(['check'], { cwd: temporaryFolder() });
    for (const words of ['--base-url is missing', 'no key: give --key']) expect(ended.stderr).toContain(words);
  });
});
