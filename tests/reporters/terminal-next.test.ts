import { describe, expect, it } from 'vitest';
import type { OriginalCall } from '../../src/reporters/terminal/options.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import type { RequirementResult, Result } from '../../src/result/result.ts';
import { fits, notProven } from './capacity-results.ts';
import { terminal } from './formats.ts';
import { drifted, failing, limits, result, row, unproven } from './results.ts';

const show = (originalCall: Result, from?: OriginalCall, width = 200) =>
  terminal(originalCall, {
    paint: PLAIN,
    width,
    verbose: false,
    folder: 'reports/run-1',
    called: 'storecheck',
    originalCall: from,
  });

const failed = result({ outcome: 'failed', exitCode: 1, requirements: [row(), failing] });
const { run } = failed;
const burst = row({
  id: 'limit.rejects-excess',
  plan: 'free',
  verdict: 'fail',
  findings: failing.findings.map(({ curl: _, ...rest }) => rest),
});
const open = (reason: string, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, reason }], ...rest });

const openWith = (code: NonNullable<RequirementResult['code']>, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, code }], ...rest });

const originalCall: OriginalCall = {
  options: ['--key', 'free=env:FREE'],
  keys: { free: '"$FREE"', pro: '"$(cat pro.key)"' },
};

const lineOf = (name: string, text: string) =>
  text
    .split('\n')
    .find((line) => line.trim().startsWith(name))
    ?.trim();

const REPEAT = 'repeat all: storecheck rerun --failed reports/run-1';

describe('the next step after a rerun', () => {
  const on = (targetClass: Result['target']['class'], readOnly = false): Result => ({
    ...failed,
    target: { ...failed.target, class: targetClass },
    settings: { ...failed.settings, readOnly },
    limits: { free: limits() },
  });
  it.each([
    ['a failure', failed, originalCall, 'repeat all: storecheck rerun --failed reports/run-1 --key free=env:FREE'],
    ['of writes on staging', on('staging'), undefined, `${REPEAT} --allow-writes`],
    ['of a read-only run', on('staging', true), undefined, REPEAT],
    ['of load on production', on('production'), undefined, `${REPEAT} --allow-writes --allow-load`],
    ['of one that is only shown', failed, undefined, REPEAT],
    ['of a demo', { ...failed, run: { ...run, command: 'demo' } }, originalCall, undefined],
    ['of a capacity run', { ...failed, run: { ...run, command: 'capacity' } }, originalCall, undefined],
    ['of a pass', result({ requirements: [row()] }), originalCall, undefined],
  ] as const)('(%s) is a line to be pasted', (_name, shown, from, line) => {
    expect(lineOf('repeat all:', show(shown, from))).toBe(line);
  });
});

describe('the next step', () => {
  const passed = (command: string, change: Partial<Result> = {}) =>
    result({ requirements: [row()], run: { ...run, command }, ...change });
  const { settings } = failed;
  it.each([
    ['check', passed('check'), 'test the rate limits with storecheck limits --target test --key free=env:FREE'],
    [
      'a shorter window',
      passed('check', { settings: { ...settings, windowSeconds: 10 } }),
      'test the rate limits with storecheck limits --target test --window 10 --key free=env:FREE',
    ],
    ['check on production', passed('check', { target: { ...failed.target, class: 'production' } }), undefined],
    ['check --read-only', passed('check', { settings: { ...settings, readOnlyBy: '--read-only' } }), undefined],
    ['limits', passed('limits'), 'test the other requirements with storecheck check --target test --key free=env:FREE'],
    ['run', passed('run'), 'search deeper with storecheck check --depth thorough --target test --key free=env:FREE'],
    [
      'a partial run',
      passed('check', { settings: { ...settings, partial: true } }),
      'run it again without --only and --skip: a partial run cannot pass',
    ],
    ['a demo', passed('demo'), undefined],
  ])('after %s that passed', (_name, shown, words) => {
    expect(lineOf('next:', show(shown, originalCall))).toBe(words && `next: ${words}`);
  });

  it('proposes no load where the configuration forbids it, and stays read-only', () => {
    expect(lineOf('next:', show(passed('check'), { ...originalCall, noLoad: true }))).toBe(undefined);
    const readOnly = { ...originalCall, options: ['--read-only'] };
    expect(lineOf('next:', show(passed('limits'), readOnly))).toMatch(/check --target test --read-only$/);
  });

  it.each([
    ['a failure', failed, 'storecheck explain list.limit-honoured'],
    ['missing evidence', open('no answer'), 'storecheck explain list.schema'],
    ['no k6', openWith('k6-missing'), 'install k6 and run again: storecheck k6 install'],
    [
      'a key that is not admitted',
      openWith('set-up', { notes: [{ code: 'key-set-up', message: '401. Fix it.', plan: 'free' }] }),
      'fix the problem above',
    ],
    ['Ctrl-C', open('', { run: { ...run, end: 'interrupted' } }), 'run it again without interrupting it'],
    [
      'Ctrl-C of a load that fits so far',
      { ...fits, run: { ...fits.run, end: 'interrupted' } },
      'run it again without',
    ],
    ['Ctrl-C within a step', { ...notProven, run: { ...notProven.run, end: 'interrupted' } }, 'run it again without'],
    ['too little time', open('', { run: { ...run, end: 'time-budget' } }), 'run it again with a longer --max-duration'],
  ])('after %s names the way out', (_name, shown, words) => {
    expect(lineOf('next:', show(shown))).toContain(`next: ${words}`);
  });
});

describe('commands', () => {
  const demo = result({ run: { ...run, command: 'demo' } });
  it.each([
    ['next: of a failure', failed, 'storecheck explain list.limit-honoured'],
    ['next: of a drift', drifted, 'storecheck pin reports/run-1 --out observations.staging.json'],
    ['yours:', demo, 'storecheck check --base-url https://HOST/v1 --key free=env:NAME'],
  ])('are kept on one line, %s', (_name, originalCall, command) => {
    const one = { ...originalCall, waiverProblems: [] };
    const lines = show(one, undefined, 44).split('\n');
    expect(lines.filter((line) => line.includes(command))).toHaveLength(1);
    expect(lines.join('')).not.toContain('\u0000');
  });
});

it('repeats the request and the run of a violation that an exploration found', () => {
  const findings = failing.findings.slice(0, 1).map((one) => ({ ...one, params: { probe: 'exploration' } }));
  const text = show(result({ requirements: [{ ...failing, findings }] }));
  expect(text).toMatch(
    /repeat: curl.*test this requirement again: storecheck rerun --failed reports\/run-1 --only list.limit-honoured/s,
  );
});

describe('the commands of a demo', () => {
  const serve = { ...originalCall, serve: 'serve --port 33333 --window 6 --fault list-ignores-limit' };
  const line = `commands: the demo server has stopped. Start it again with storecheck ${serve.serve}, and run its export lines first`;
  it.each([
    ['can be tried on a server that is started again', failed, serve, line],
    ['are none after a pass', result({ requirements: [row()] }), serve, undefined],
    ['are as they are on a server of others', failed, originalCall, undefined],
  ] as const)('%s', (_name, shown, from, said) => {
    expect(lineOf('commands: ', show(shown, from))).toBe(said);
  });
});

describe('the variable of the curl lines', () => {
  it.each([
    ['a variable', 'free', originalCall, 'first (the free key): export STORE_API_KEY="$FREE"'],
    ['a file', 'pro', originalCall, 'first (the pro key): export STORE_API_KEY="$(cat pro.key)"'],
    ['an unknown source', 'free', undefined, 'first (the free key): export STORE_API_KEY=<your free key>'],
  ] as const)('is stated once in a section, before the first of them, from %s', (_name, plan, from, words) => {
    const lines = show(
      { ...failed, requirements: [failing, { ...failing, id: 'list.other' }].map((one) => ({ ...one, plan })) },
      from,
    )
      .split('\n')
      .map((line) => line.trim());
    expect(lines.filter((line) => line.includes('export'))).toEqual([words]);
    expect(lines.findIndex((line) => line.startsWith('repeat: curl '))).toBe(lines.indexOf(words) + 1);
  });

  it('is omitted if no curl line takes a key', () => {
    const keyless = {
      ...failing,
      findings: failing.findings.map((one) => ({ ...one, curl: "curl -i 'http://a/pets'" })),
    };
    expect(show({ ...failed, requirements: [burst] }, originalCall)).not.toContain('STORE_API_KEY');
    expect(show({ ...failed, requirements: [keyless] }, originalCall)).not.toContain('STORE_API_KEY');
  });
});

describe('the verdict of a rerun', () => {
  const rerun = { of: 'run-0', nowPassing: [], stillFailing: [], unproven: [] };
  it.each([
    ['all', 'incomplete', { nowPassing: ['a', 'b'] }, ['all violations are gone (2 of 2)', 'now passes: a, b']],
    [
      'some is',
      'incomplete',
      { nowPassing: ['a'], unproven: ['b'] },
      ['1 of 2 violations is gone, 1 inconclusive', 'inconclusive: b'],
    ],
    [
      'some is not',
      'failed',
      { nowPassing: ['a'], stillFailing: ['b'] },
      ['FAILED: 1 of 2 violations remains.', 'still fails: b'],
    ],
    [
      'the only one still fails',
      'failed',
      { stillFailing: ['b'], notRepeated: 2 },
      ['FAILED: the violation remains (2 other violations of that run were not repeated).'],
    ],
    [
      'a warning remains',
      'failed',
      { stillFailing: [failing.id, 'list.fills-page'] },
      ['FAILED: 2 of 2 violations remain: 1 failed, 1 warning.', 'still a warning: list.fills-page'],
    ],
  ] as const)('where %s says so, by name', (_name, outcome, became, says) => {
    const warning = { ...failing, id: 'list.fills-page', level: 'should' as const };
    const text = show(result({ outcome, requirements: [failing, warning], rerun: { ...rerun, ...became } }));
    for (const words of says) expect(text).toContain(words);
  });
});
