import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportingOptions } from '../../src/cli/options.ts';
import { collectProblems, UsageError } from '../../src/cli/problems.ts';
import { readReporting } from '../../src/cli/read-reporting.ts';
import { fileOf, REPORTERS } from '../../src/cli/reporters.ts';
import { temporaryFolder } from './run.ts';

const folder = temporaryFolder();

function read(reporter: readonly string[], options: Partial<ReportingOptions> = {}, env: NodeJS.ProcessEnv = {}) {
  const problems = collectProblems();
  const reporting = readReporting({ ...options, reporter: [...reporter] }, problems, {}, env);
  try {
    problems.check();
  } catch (error) {
    return { problems: error instanceof UsageError ? error.problems : [], reporters: reporting.reporters };
  }
  return { problems: [], reporters: reporting.reporters };
}

const problemsOf = (...reporter: string[]) => read(reporter).problems;

describe('--reporter', () => {
  it('takes several at once, comma-separated or repeated, each with a path or without', () => {
    const { problems, reporters } = read([`terminal,junit=${folder}/a=b.xml`, 'html,har=-']);
    expect(problems).toEqual(['--reporter: only one reporter can have stdout; give the others a path (name=path)']);
    expect(reporters).toEqual([
      { name: 'terminal', path: undefined },
      { name: 'junit', path: `${folder}/a=b.xml` },
      { name: 'html', path: undefined },
      { name: 'har', path: '-' },
    ]);
  });

  it('knows every format', () => {
    expect(REPORTERS).toEqual(['terminal', 'json', 'html', 'junit', 'ctrf', 'har', 'markdown', 'github', 'badge']);
    for (const name of REPORTERS) expect(problemsOf(name)).toEqual([]);
  });

  it('has a file of its own in the run folder for every format but those that print', () => {
    expect(Object.fromEntries(REPORTERS.map((name) => [name, fileOf(name)]))).toEqual({
      terminal: undefined,
      json: undefined,
      html: 'report.html',
      junit: 'junit.xml',
      ctrf: 'ctrf.json',
      har: 'exchanges.har',
      markdown: 'summary.md',
      github: undefined,
      badge: 'badge.svg',
    });
  });

  it.each([
    ['juni', 'no reporter "juni" (did you mean junit?)'],
    ['sarif', 'no reporter "sarif"; there are terminal, json, html'],
    ['', 'no reporter ""'],
    ['junit=', 'junit= names no path'],
    ['junit=/nowhere/at/all.xml', 'cannot write to /nowhere/at/all.xml (the folder /nowhere/at does not exist)'],
    [`junit=${folder}`, `cannot write to ${folder} (it is a folder)`],
  ])('%s is a problem that says what to do', (value, told) => {
    expect(problemsOf(value).join('\n')).toContain(told);
  });

  it.each([
    [['json', 'terminal'], false],
    [['json', 'junit=-'], false],
    [['terminal', 'markdown=-'], false],
    [['terminal', 'github'], true],
    [['json', 'html', 'junit', 'har'], true],
    [['terminal', `json=${join(folder, 'r.json')}`], true],
  ])('%s: only text for people may share stdout', (names, fine) => {
    expect(problemsOf(...names).length === 0).toBe(fine);
  });

  it('replaces what the surroundings would choose', () => {
    const names = (reporter: string[], env: NodeJS.ProcessEnv, quiet = false) =>
      read(reporter, { quiet }, env).reporters.map(({ name }) => name);
    expect(names([], {})).toEqual(['terminal']);
    expect(names([], { CI: 'true', GITLAB_CI: 'true' })).toEqual(['terminal']);
    expect(names([], { GITHUB_ACTIONS: 'true' })).toEqual(['terminal', 'github']);
    expect(names([], { GITHUB_ACTIONS: 'true' }, true)).toEqual(['terminal']);
    expect(names(['json'], { GITHUB_ACTIONS: 'true' })).toEqual(['json']);
  });

  it('tells every mistake in the options beside it at once', () => {
    const { problems } = read(['juni'], { junitInconclusive: 'pass', htmlAssets: 'none', color: 'red', failOn: 'all' });
    expect(problems).toHaveLength(5);
  });
});
