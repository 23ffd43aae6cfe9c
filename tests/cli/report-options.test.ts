import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectProblems } from '../../src/cli/console/console.ts';
import { callOf, type FromFile } from '../../src/cli/options/call.ts';
import { readReporting } from '../../src/cli/options/settings.ts';
import { processIo } from '../../src/cli/process-io.ts';
import { type Config, readConfig } from '../../src/config/read.ts';
import type { Flags } from '../../src/config/settings.ts';
import { temporaryFolder } from '../files.ts';

const folder = temporaryFolder();

function read(reporter: readonly string[], options: Flags = {}, env: NodeJS.ProcessEnv = {}, from: FromFile = {}) {
  const io = { ...processIo(''), env, cwd: '/' };
  return readReporting(
    callOf({
      command: 'check',
      flags: reporter.length === 0 ? options : { ...options, reporter },
      from,
      io,
      problems: collectProblems(),
    }),
  ).reporters;
}

function built(text: string, file: string): Config {
  const given = readConfig(text, file);
  if ('problems' in given) throw new Error(JSON.stringify(given.problems));
  return given.config;
}

/** The rest: tests/virtual/usage/usage.test.ts and tests/virtual/report/report.test.ts. */
describe('--reporter', () => {
  it.each<[string[], NodeJS.ProcessEnv, boolean, string[]]>([
    [[], { CI: 'true', GITLAB_CI: 'true' }, false, ['terminal']],
    [[], { GITHUB_ACTIONS: 'true' }, false, ['terminal', 'github']],
    [[], { GITHUB_ACTIONS: 'true' }, true, ['terminal']],
    [['json'], { GITHUB_ACTIONS: 'true' }, false, ['json']],
  ])('%j has precedence over the CI environment %j (--quiet: %s): %j', (reporter, env, quiet, names) => {
    expect(read(reporter, { quiet }, env).map(({ name }) => name)).toEqual(names);
  });

  it('has precedence over storecheck.yaml, which has precedence over the CI environment', () => {
    const config = built('reporters: [terminal, junit=store.xml, html=a.html]', join(folder, 'storecheck.yaml'));
    const inCi = { GITHUB_ACTIONS: 'true' };
    expect(read([], {}, inCi, { config })).toEqual([
      { name: 'terminal', path: undefined },
      { name: 'junit', path: join(folder, 'store.xml') },
      { name: 'html', path: join(folder, 'a.html') },
    ]);
    expect(read(['json'], {}, inCi, { config })).toEqual([{ name: 'json', path: undefined }]);
  });
});
