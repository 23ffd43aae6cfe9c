import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/cli/options/call.ts';
import { UsageError } from '../../src/run/errors.ts';
import { temporaryFolder } from '../folder.ts';
import { expectLines, goldenIn } from '../golden.ts';

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function problems(folder: string, given?: string): readonly string[] {
  try {
    loadConfig(folder, given);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.problems;
  }
}

describe('the configuration', () => {
  it('may be missing', () => {
    expect(loadConfig(temporaryFolder())).toBeUndefined();
  });

  it.each(['storecheck.yaml', 'storecheck.yml', 'storecheck.json'])('is %s of the folder', (file) => {
    const folder = folderWith({ [file]: '{ "failOn": "drift" }' });
    expect(loadConfig(folder)).toMatchObject({
      file,
      config: { shared: { failOn: ['drift'] } },
    });
  });

  it('is the named one, whatever else the folder contains', () => {
    const folder = folderWith({ 'storecheck.yaml': 'failOn: never', 'other.yaml': 'failOn: must\n' });
    expect(loadConfig(folder, 'other.yaml')).toMatchObject({
      file: 'other.yaml',
      config: { shared: { failOn: ['must'] } },
    });
  });

  const REJECTED: Readonly<Record<string, Record<string, string | Buffer>>> = {
    'two of them exist': { 'storecheck.yaml': '', 'storecheck.json': '{}' },
    'it is not UTF-8': { 'storecheck.yaml': Buffer.from([0x66, 0xff, 0xfe]) },
    'it is too large': { 'storecheck.yaml': Buffer.alloc(810_000, '#') },
    'a value is wrong behind a byte order mark': { 'storecheck.yaml': '\ufefffailOn: never\n' },
  };

  it('is rejected with the reason', () =>
    expectLines(goldenIn(import.meta.dirname)('rejected.txt'), REJECTED, (files) =>
      problems(folderWith(files)).join(' / '),
    ));

  it('must be readable', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'storecheck.yaml'));
    expect(problems(folder)).toEqual(['cannot read storecheck.yaml (EISDIR)']);
    expect(problems(folder, 'none.yaml')).toEqual(['cannot read none.yaml (ENOENT)']);
    expect(problems(folder, '')).toEqual(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
    const linked = temporaryFolder();
    symlinkSync(join(linked, 'gone.yaml'), join(linked, 'storecheck.yaml'));
    expect(problems(linked)).toEqual(['cannot read storecheck.yaml (ENOENT)']);
  });
});
