import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { findConfig } from '../../src/cli/options/call.ts';
import { collectProblems } from '../../src/run/errors.ts';
import { temporaryFolder } from '../support/files.ts';
import { expectLines, golden } from '../support/golden.ts';

const REJECTED: Readonly<Record<string, (file: string) => unknown>> = {
  'two of them exist': (file) => [file, file.replace('yaml', 'json')].map((each) => writeFileSync(each, '{}')),
  'it is not UTF-8': (file) => writeFileSync(file, Buffer.from([0x66, 0xff, 0xfe])),
  'a value is wrong behind a byte order mark': (file) => writeFileSync(file, '\ufefffailOn: never\n'),
  'it is a folder': (file) => void mkdirSync(file),
  'it is a broken link': (file) => symlinkSync('gone.yaml', file),
  'the named one is missing': () => 'none.yaml',
  'the name is empty': () => '',
};

it('the configuration is rejected with the reason', () =>
  expectLines(golden('rejected.txt'), REJECTED, (make) => {
    const folder = temporaryFolder();
    const named = make(join(folder, 'storecheck.yaml'));
    const problems = collectProblems();
    findConfig(typeof named === 'string' ? { config: named } : {}, problems, { cwd: folder });
    return problems.all().join('\n');
  }));
