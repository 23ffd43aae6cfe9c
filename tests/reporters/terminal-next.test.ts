import { describe, expect, it } from 'vitest';
import type { OriginalCall } from '../../src/reporters/terminal/options.ts';
import type { RequirementResult, RerunResult, Result } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { fits, notProven } from './capacity-results.ts';
import { terminal } from './formats.ts';
import { drifted, failing, limits, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

const show = (given: Result, originalCall?: OriginalCall, width = 200) => terminal(given, { width, originalCall });

const failed = result({ outcome: 'failed', exitCode: 1, requirements: [row(), failing] });
const { run } = failed;
const open = (reason: string, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, reason }], ...rest });

const openWith = (code: NonNullable<RequirementResult['code']>, rest: Partial<Result> = {}) =>
  result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), { ...unproven, code }], ...rest });

const originalCall: OriginalCall = {
  options: ['--key', 'free=env:FREE'],
  keys: { free: '"$FREE"', pro: '"$(cat pro.key)"' },
};

/** Two violations on a plan. */
const failsOn = (plan: string): Result => ({
  ...failed,
  requirements: ['list.limit-honoured', 'list.other'].map((id) => ({ ...failing, id, plan })),
});

/** What a run advises, by its name: the commands that repeat it, the next step, and where the commands of a demo work. */
const expectAdvice = (name: string, cases: Readonly<Record<string, readonly [Result, OriginalCall?]>>) =>
  expectLines(golden(`terminal-${name}.txt`), cases, ([given, from]) => {
    const lines = show(given, from).split('\n');
    return ['commands:', 'rerun the failures:', 'next:']
      .map((begin) => lines.find((line) => line.startsWith(begin)) ?? `${begin} none`)
      .join(' / ');
  });

describe('the advice', () => {
  const { settings, target } = failed;
  const passed = (command: string, change: Partial<Result> = {}) =>
    result({ requirements: [row()], run: { ...run, command }, ...change });
  const serve = { ...originalCall, serve: 'serve --port 33333 --window 6 --fault list-ignores-limit' };

  it('after a failure', () => {
    const on = (targetClass: Result['target']['class'], readOnly = false): Result => ({
      ...failed,
      target: { ...target, class: targetClass },
      settings: { ...settings, readOnly },
      limits: { free: limits() },
    });
    return expectAdvice('failure', {
      'with its keys': [failed, originalCall],
      'of writes on staging': [on('staging')],
      'of a read-only run': [on('staging', true)],
      'of load on production': [on('production')],
      'that is only shown': [failed],
      'of a demo': [{ ...failed, run: { ...run, command: 'demo' } }, originalCall],
      'of a capacity run': [{ ...failed, run: { ...run, command: 'capacity' } }, originalCall],
      'on a server that was started for it': [failed, serve],
    });
  });

  it('after a pass', () =>
    expectAdvice('pass', {
      check: [passed('check'), originalCall],
      'a shorter window': [passed('check', { settings: { ...settings, windowSeconds: 10 } }), originalCall],
      'check on production': [passed('check', { target: { ...target, class: 'production' } }), originalCall],
      'check --read-only': [passed('check', { settings: { ...settings, readOnlyBy: '--read-only' } }), originalCall],
      'check where load is forbidden': [passed('check'), { ...originalCall, noLoad: true }],
      limits: [passed('limits'), originalCall],
      'limits of a read-only call': [passed('limits'), { ...originalCall, options: ['--read-only'] }],
      run: [passed('run'), originalCall],
      'a partial run': [passed('check', { settings: { ...settings, partial: true } }), originalCall],
      'a demo': [passed('demo'), originalCall],
      'a server that was started for it': [result({ requirements: [row()] }), serve],
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

const keyless = failing.findings.map((one) => ({ ...one, curl: "curl -i 'http://a/pets'" }));
it('the variable of the curl lines is stated once, before the first of them that takes a key', () =>
  expectLines(
    golden('terminal-keys.txt'),
    {
      'a variable': show(failsOn('free'), originalCall),
      'a file': show(failsOn('pro'), originalCall),
      'an unknown source': show(failsOn('free')),
      'no key': show({ ...failed, requirements: [{ ...failing, findings: keyless }] }, originalCall),
    },
    (text) => (text.match(/export .*|repeat: curl /g) ?? []).join(' / '),
  ));

const fails = { outcome: 'failed' } as const;
it('the verdict of a rerun has its violations by name', () =>
  expectLines(
    golden('terminal-rerun.txt'),
    {
      'all are gone': { nowPassing: ['a', 'b'] },
      'some are gone': { nowPassing: ['a'], unproven: ['b'] },
      'some remain': { ...fails, nowPassing: ['a'], stillFailing: ['b'] },
      'the only one remains': { ...fails, stillFailing: ['b'], notRepeated: 2 },
      'a warning remains': { ...fails, stillFailing: [failing.id, 'list.fills-page'] },
    },
    ({ outcome = 'incomplete', ...became }: Partial<RerunResult> & Partial<Pick<Result, 'outcome'>>) => {
      const warning = { ...failing, id: 'list.fills-page', level: 'should' as const };
      const rerun = { of: 'run-0', nowPassing: [], stillFailing: [], unproven: [], ...became };
      const [, said] = show(result({ outcome, requirements: [failing, warning], rerun })).split(/\n(?=[A-Z]+: )/);
      return said?.split(/\n(?=\d)/)[0]?.replaceAll('\n', ' /') ?? '';
    },
  ));
