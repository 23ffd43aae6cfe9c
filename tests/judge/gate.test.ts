import { describe, expect, it } from 'vitest';
import { isSelected, probesFor } from '../../src/judge/checks/select.ts';
import { exitCodeOf, type FailOn, type GateCounts, outcomeOfRun } from '../../src/judge/gate/gate.ts';
import { matchesPattern } from '../../src/spec/pattern.ts';
import { PROBES } from '../../suites/index.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { trace } from '../trace.ts';

const pass = { verdict: 'pass', level: 'must' } as const;
const fail = { verdict: 'fail', level: 'must' } as const;
const warned = { verdict: 'fail', level: 'should' } as const;
const open = { verdict: 'inconclusive', level: 'must' } as const;
const absent = { verdict: 'not-applicable', level: 'must' } as const;
const info = { verdict: 'observed', level: 'observe' } as const;
const waived = { ...fail, waiver: {} };

interface Case {
  readonly rows: Parameters<typeof outcomeOfRun>[0];
  readonly end?: Parameters<typeof trace>[0]['end'];
  readonly failOn?: readonly FailOn[];
  readonly counts?: GateCounts;
}

describe('the gate', () => {
  it.each<[string, Case, outcome: string, exit: number]>([
    ['every must passes', { rows: [pass, info] }, 'passed', 0],
    ['a must fails', { rows: [pass, fail] }, 'failed', 1],
    ['a must fails, whatever is named', { rows: [pass, fail], failOn: [] }, 'failed', 1],
    ['a warning', { rows: [pass, warned] }, 'passed', 0],
    ['a warning that counts', { rows: [pass, warned], failOn: ['should'] }, 'failed', 1],
    ['a must is inconclusive', { rows: [pass, open] }, 'incomplete', 3],
    ['a should is inconclusive', { rows: [pass, { ...open, level: 'should' }] }, 'passed', 0],
    ['a must does not apply', { rows: [pass, absent] }, 'passed', 0],
    ['nothing was judged', { rows: [absent] }, 'incomplete', 3],
    ['no verdict', { rows: [] }, 'incomplete', 3],
    ['a violation and missing evidence', { rows: [fail, open], end: 'unanswered' }, 'failed', 1],
    ['a set-up mistake', { rows: [pass], end: 'set-up' }, 'incomplete', 3],
    ['the journal was cut off', { rows: [pass], end: null }, 'incomplete', 3],
    ['the budget ran out', { rows: [pass], end: 'request-budget' }, 'incomplete', 3],
    ['the time was over', { rows: [pass], end: 'time-budget' }, 'incomplete', 3],
    ['the time was over after a violation', { rows: [fail], end: 'time-budget' }, 'failed', 1],
    ['interrupted', { rows: [pass], end: 'interrupted' }, 'incomplete', 130],
    ['interrupted after a violation', { rows: [fail], end: 'interrupted' }, 'failed', 130],
    ['a waived must', { rows: [pass, waived] }, 'passed', 0],
    ['a waived warning that counts', { rows: [pass, { ...warned, waiver: {} }], failOn: ['should'] }, 'passed', 0],
    ['another must beside a waived one', { rows: [pass, waived, fail] }, 'failed', 1],
    ['a waived must and missing evidence', { rows: [pass, waived, open] }, 'incomplete', 3],
    ['a waived must and nothing that passed', { rows: [waived] }, 'incomplete', 3],
    ['a waiver that must go', { rows: [pass], counts: { waiverProblems: 1 } }, 'failed', 1],
    [
      'a waiver that must go, after a set-up mistake',
      { rows: [open], end: 'set-up', counts: { waiverProblems: 1 } },
      'incomplete',
      3,
    ],
    ['drift', { rows: [pass], failOn: ['must', 'should'], counts: { drifts: 1 } }, 'passed', 0],
    ['drift that counts', { rows: [pass], failOn: ['should', 'drift'], counts: { drifts: 1 } }, 'failed', 1],
    ['no drift, where it counts', { rows: [pass, warned], failOn: ['drift'], counts: { drifts: 0 } }, 'passed', 0],
  ])('%s', (_name, { rows, end = 'complete', failOn = ['must'], counts }, outcome, exit) => {
    const run = trace({ end });
    expect(outcomeOfRun(rows, run, failOn, counts)).toBe(outcome);
    expect(exitCodeOf(outcomeOfRun(rows, run, failOn, counts), run)).toBe(exit);
  });
});

describe('a pattern of requirements', () => {
  it('matches ids from end to end, in this letter case', () =>
    expectAnswers(goldenIn(import.meta.dirname)('patterns.txt'), (question) => {
      const [pattern = '', id = ''] = question.split(' for ');
      return matchesPattern(id, pattern);
    }));

  it('of --skip counts more than one of --only', () => {
    expect(isSelected('list.ok', { only: ['list.*'], skip: ['*.ok'] })).toBe(false);
    expect(isSelected('list.schema', { only: ['list.*', 'get.*'], skip: ['*.ok'] })).toBe(true);
    expect(isSelected('auth.cut', { only: ['list.*'], skip: [] })).toBe(false);
    expect(isSelected('auth.cut', { only: [], skip: [] })).toBe(true);
  });
});

describe('the probes of a selection', () => {
  const probes = (from: readonly string[] | 'all') =>
    probesFor([{ requirement: 'list.ok', from, rule: () => ({ kind: 'holds', subjects: 1 }) }], PROBES).map(
      ({ id }) => id,
    );

  it('always hold the first contact, in the order of sending', () => {
    expect(probes(['list.limit-word'])).toEqual(['list.minimum', 'list.limit-word']);
  });

  it('hold what a probe builds on, and the plain version of a peculiar one', () => {
    expect(probes(['get.found'])).toEqual(
      expect.arrayContaining(['list.minimum', 'list.maximum', 'get.found', 'get.found-plain']),
    );
  });

  it('are all of them for a rule over every answer', () => {
    expect(probes('all')).toHaveLength(PROBES.length);
  });
});
