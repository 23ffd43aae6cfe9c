import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectProblems, UsageError } from '../../src/cli/console/problems.ts';
import { fileOf, REPORTERS } from '../../src/cli/files/reporters.ts';
import type { FromFile } from '../../src/cli/options/call.ts';
import type { Flags } from '../../src/cli/options/options.ts';
import { readReporting } from '../../src/cli/options/read-reporting.ts';
import { processIo } from '../../src/cli/process-io.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { temporaryFolder } from '../folder.ts';

const folder = temporaryFolder();

function read(reporter: readonly string[], options: Flags = {}, env: NodeJS.ProcessEnv = {}, file: FromFile = {}) {
  const problems = collectProblems();
  const reporting = readReporting({
    flags: { ...options, reporter },
    from: file,
    problems,
    io: { ...processIo(''), env, cwd: '/' },
  });
  try {
    problems.check();
  } catch (error) {
    return { problems: error instanceof UsageError ? error.problems : [], reporters: reporting.reporters };
  }
  return { problems: [], reporters: reporting.reporters };
}

function built(text: string, file: string): Config {
  const given = readConfig(text, file);
  if ('problems' in given) throw new Error(JSON.stringify(given.problems));
  return given.config;
}

const problemsOf = (...reporter: string[]) => read(reporter).problems;

describe('--reporter', () => {
  it('accepts several reporters, comma-separated or repeated, with or without a path', () => {
    const { problems, reporters } = read([`terminal,junit=${folder}/a=b.xml`, 'html,har=-']);
    expect(problems).toEqual([
      '--reporter: terminal and har write to stdout, but only one reporter can; add a path to the others (name=path)',
    ]);
    expect(reporters).toEqual([
      { name: 'terminal', path: undefined },
      { name: 'junit', path: `${folder}/a=b.xml` },
      { name: 'html', path: undefined },
      { name: 'har', path: '-' },
    ]);
  });

  it('writes each format to its own file, except those for stdout', () => {
    for (const name of REPORTERS) expect(problemsOf(name)).toEqual([]);
    const named = REPORTERS.map((name) => `${name} ${fileOf(name) ?? '-'}`).join(', ');
    expect(named).toBe(
      'terminal -, json -, html report.html, junit junit.xml, ctrf ctrf.json, har exchanges.har, markdown summary.md, github -, badge badge.svg',
    );
  });

  it.each<[string[], NodeJS.ProcessEnv, boolean, string[]]>([
    [[], { CI: 'true', GITLAB_CI: 'true' }, false, ['terminal']],
    [[], { GITHUB_ACTIONS: 'true' }, false, ['terminal', 'github']],
    [[], { GITHUB_ACTIONS: 'true' }, true, ['terminal']],
    [['json'], { GITHUB_ACTIONS: 'true' }, false, ['json']],
  ])('%j has precedence over the CI environment %j (--quiet: %s): %j', (reporter, env, quiet, names) => {
    expect(read(reporter, { quiet }, env).reporters.map(({ name }) => name)).toEqual(names);
  });

  it('has precedence over storecheck.yaml, which has precedence over the CI environment', () => {
    const config = built('reporters: [terminal, junit=store.xml, "html=a,b.html"]', join(folder, 'storecheck.yaml'));
    const inCi = { GITHUB_ACTIONS: 'true' };
    expect(read([], {}, inCi, { config }).reporters).toEqual([
      { name: 'terminal', path: undefined },
      { name: 'junit', path: join(folder, 'store.xml') },
      { name: 'html', path: join(folder, 'a,b.html') },
    ]);
    expect(read(['json'], {}, inCi, { config }).reporters).toEqual([{ name: 'json', path: undefined }]);
  });
});
