import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/console/problems.ts';
import { loadConfig } from '../../src/cli/options/config-file.ts';
import { temporaryFolder } from '../folder.ts';

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
    const folder = folderWith({ [file]: '{ "failOn": "drift", "observations": "o.json" }' });
    expect(loadConfig(folder)).toMatchObject({ file, config: { failOn: ['drift'], observations: 'o.json' } });
  });

  it('is the named one, whatever else the folder contains', () => {
    const folder = folderWith({ 'storecheck.yaml': 'failOn: never', 'other.yaml': 'failOn: must\n' });
    expect(loadConfig(folder, 'other.yaml')).toMatchObject({ file: 'other.yaml', config: { failOn: ['must'] } });
  });

  it.each<[string, Record<string, string | Buffer>, string]>([
    [
      'two of them exist',
      { 'storecheck.yaml': '', 'storecheck.json': '{}' },
      'storecheck.yaml and storecheck.json both exist: remove one, or select one with --config FILE',
    ],
    [
      'it is not UTF-8',
      { 'storecheck.yaml': Buffer.from([0x66, 0xff, 0xfe]) },
      'storecheck.yaml: is not UTF-8: save it with this encoding',
    ],
    [
      'it is too large',
      { 'storecheck.yaml': Buffer.alloc(810_000, '#') },
      'storecheck.yaml: is larger than 800000 bytes, the maximum for a configuration',
    ],
    [
      'a value is wrong behind a byte order mark',
      { 'storecheck.yaml': '\ufefffailOn: never\n' },
      'storecheck.yaml:1:9 failOn: "never" is not one of must, should, drift, skipped',
    ],
  ])('is rejected if %s', (_what, files, problem) => {
    expect(problems(folderWith(files))).toEqual([problem]);
  });

  it('must be readable', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'storecheck.yaml'));
    expect(problems(folder)).toEqual(['storecheck.yaml: cannot be read (EISDIR): it is a folder']);
    expect(problems(folder, 'none.yaml')).toEqual(['none.yaml: cannot be read (ENOENT): the file does not exist']);
    expect(problems(folder, '')).toEqual(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
    expect(problems(join(folder, 'nowhere'))).toEqual([expect.stringContaining('(ENOENT)')]);
    const linked = temporaryFolder();
    symlinkSync(join(linked, 'gone.yaml'), join(linked, 'storecheck.yaml'));
    expect(problems(linked)).toEqual(['storecheck.yaml: cannot be read (ENOENT): the file does not exist']);
  });
});
