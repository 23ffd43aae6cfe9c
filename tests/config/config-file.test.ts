import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/console/problems.ts';
import { loadConfig } from '../../src/cli/options/config-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storecheck-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Buffer = 'failOn: must\n') => writeFileSync(join(folder, name), content);

function problems(given?: string, place = folder): readonly string[] {
  try {
    loadConfig(place, given);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.problems;
  }
}

describe('the configuration', () => {
  it('may be missing', () => {
    expect(loadConfig(folder)).toBeUndefined();
  });

  it.each(['storecheck.yaml', 'storecheck.yml', 'storecheck.json'])('is %s of the folder', (name) => {
    write(name, '{ "failOn": "drift", "observations": "o.json" }');
    const loaded = loadConfig(folder);
    expect(loaded).toMatchObject({
      file: name,
      config: { failOn: ['drift'], observations: 'o.json' },
    });
  });

  it('is the named one, whatever else the folder contains', () => {
    write('storecheck.yaml', 'failOn: never');
    write('other.yaml');
    expect(loadConfig(folder, 'other.yaml')).toMatchObject({ file: 'other.yaml', config: { failOn: ['must'] } });
  });

  it('is not chosen between two', () => {
    write('storecheck.yaml');
    write('storecheck.json', '{}');
    expect(problems()).toEqual([
      'storecheck.yaml and storecheck.json both exist: remove one, or select one with --config FILE',
    ]);
  });

  it('must be readable', () => {
    mkdirSync(join(folder, 'storecheck.yaml'));
    expect(problems()).toEqual(['storecheck.yaml: cannot be read (EISDIR): it is a folder']);
    expect(problems('missing.yaml')).toEqual(['missing.yaml: cannot be read (ENOENT): the file does not exist']);
    expect(problems('')).toEqual(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
    expect(problems(undefined, join(folder, 'nowhere'))).toEqual([expect.stringContaining('(ENOENT)')]);
  });

  it('is reported missing if its link is broken', () => {
    symlinkSync(join(folder, 'gone.yaml'), join(folder, 'storecheck.yaml'));
    expect(problems()).toEqual(['storecheck.yaml: cannot be read (ENOENT): the file does not exist']);
  });

  it('is UTF-8, and of a size that can be read', () => {
    write('storecheck.yaml', Buffer.from([0x66, 0xff, 0xfe]));
    expect(problems()).toEqual(['storecheck.yaml: is not UTF-8: save it with this encoding']);
    write('storecheck.yaml', Buffer.alloc(810_000, '#'));
    expect(problems()).toEqual(['storecheck.yaml: is larger than 800000 bytes, the maximum for a configuration']);
  });

  it('may begin with a byte order mark', () => {
    write('storecheck.yaml', '\ufefffailOn: never\n');
    expect(problems()).toEqual(['storecheck.yaml:1:9 failOn: "never" is not one of must, should, drift, skipped']);
  });
});
