import { describe, expect, it } from 'vitest';
import type { RequirementResult, Result } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { fits, notProven } from './capacity-results.ts';
import { terminal } from './formats.ts';
import { drifted, failing, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

const show = (given: Result, serve?: string, width = 200) => terminal(given, { width, serve });

const failed = result({ outcome: 'failed', exitCode: 1, requirements: [row(), failing] });
const { run } = failed;
const open = (reason: string, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, reason }], ...rest });

const openWith = (code: NonNullable<RequirementResult['code']>, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, code }], ...rest });

/** With its key from a variable, or from a file. */
const withKeys = (given: Result): Result => ({
  ...given,
  settings: { ...given.settings, keySources: { free: { env: 'FREE' }, pro: { file: 'pro.key' } } },
});

/** Two violations on a plan. */
const failsOn = (plan: string): Result => ({
  ...failed,
  requirements: ['list.limit-honoured', 'list.other'].map((id) => ({ ...failing, id, plan })),
});

/** What a run advises, by its name: the next step, and where the commands of a demo work. */
const expectAdvice = (name: string, cases: Readonly<Record<string, readonly [Result, string?]>>) =>
  expectLines(golden(`terminal-${name}.txt`), cases, ([given, from]) => {
    const lines = show(given, from).split('\n');
    return ['The demo server has stopped.', 'next:']
      .map((begin) => lines.find((line) => line.startsWith(begin)) ?? `${begin} none`)
      .join(' / ');
  });

describe('the advice', () => {
  const { settings, target } = failed;
  const passed = (command: string, change: Partial<Result> = {}) =>
    result({ requirements: [row()], run: { ...run, command }, ...change });
  const serve = 'serve --port 33333 --window 6 --fault list-ignores-limit';

  it('after a failure', () =>
    expectAdvice('failure', {
      'of a check': [failed],
      'of a demo': [{ ...failed, run: { ...run, command: 'demo' } }, serve],
      'of a capacity run': [{ ...failed, run: { ...run, command: 'capacity' } }],
    }));

  it('after a pass', () =>
    expectAdvice('pass', {
      check: [passed('check')],
      'check on production': [passed('check', { target: { ...target, class: 'production' } })],
      limits: [passed('limits')],
      run: [passed('run')],
      'a partial run': [passed('check', { settings: { ...settings, partial: true } })],
      'a demo': [passed('demo'), serve],
    }));

  it('if evidence is missing', () => {
    const ended = (end: string) => [open('', { run: { ...run, end } })] as const;
    return expectAdvice('incomplete', {
      'no answer': [open('no answer')],
      'no k6': [openWith('k6-missing')],
      'a key that is not admitted': [
        openWith('set-up', { notes: [{ code: 'key-set-up', params: {}, message: '401. Fix it.', plan: 'free' }] }),
      ],
      'Ctrl-C': ended('interrupted'),
      'Ctrl-C of a load that fits so far': [{ ...fits, run: { ...fits.run, end: 'interrupted' } }],
      'Ctrl-C within a step': [{ ...notProven, run: { ...notProven.run, end: 'interrupted' } }],
      'too little time': ended('time-budget'),
    });
  });
});

describe('commands', () => {
  const demo = result({ run: { ...run, command: 'demo' } });
  it.each([
    ['next: of a failure', failed, 'storecheck explain list.limit-honoured'],
    ['next: of a drift', drifted, 'storecheck accept reports/run-1 --observed'],
    ['yours:', demo, 'storecheck check --base-url https://HOST/v1 --key free=env:NAME'],
  ])('are kept on one line, %s', (_name, given, command) => {
    const one = { ...given, waiverProblems: [] };
    const lines = show(one, undefined, 44).split('\n');
    expect(lines.filter((line) => line.includes(command))).toHaveLength(1);
    expect(lines.join('')).not.toContain('\u0000');
  });
});

describe('the command that tests a requirement alone', () => {
  const explored = failing.findings.slice(0, 1).map((one) => ({ ...one, params: { probe: 'exploration' } }));
  const { curl: _, ...several } = failing.findings[0] ?? expect.unreachable();
  const alone = (change: Partial<RequirementResult>, rest: Partial<Result> = {}) =>
    /test this requirement again: .*/.exec(show(result({ requirements: [{ ...failing, ...change }], ...rest })))?.[0];
  const SAME = 'test this requirement again: the same command with --only';

  it('is printed if one request does not show the finding', () => {
    expect(alone({})).toBeUndefined();
    expect(alone({ findings: [several] })).toBe(`${SAME} list.limit-honoured`);
    expect(alone({ findings: [several], id: 'limit.status', plan: 'pro' })).toBe(`${SAME} limit.status --plan pro`);
  });

  it('repeats the generated requests of an exploration', () => {
    const settings = { ...failed.settings, exploration: { seed: 7, requests: 300 } };
    expect(alone({ findings: explored }, { settings })).toBe(`${SAME} list.limit-honoured --seed 7`);
  });

  it('is not printed for a demo, or with an id that a shell could run', () => {
    expect(alone({ findings: [several] }, { run: { ...run, command: 'demo' } })).toBeUndefined();
    expect(alone({ findings: [several], id: 'list.$(touch x)' })).toBeUndefined();
  });
});

const keyless = failing.findings.map((one) => ({ ...one, curl: "curl -i 'http://a/pets'" }));
it('the variable of the curl lines is stated once, before the first of them that takes a key', () =>
  expectLines(
    golden('terminal-keys.txt'),
    {
      'a variable': show(withKeys(failsOn('free'))),
      'a file': show(withKeys(failsOn('pro'))),
      'an unknown source': show(failsOn('free')),
      'no key': show({ ...failed, requirements: [{ ...failing, findings: keyless }] }),
    },
    (text) => (text.match(/export .*|repeat: curl /g) ?? []).join(' / '),
  ));
