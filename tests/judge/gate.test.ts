import { describe, expect, it } from 'vitest';
import { isSelected, probesFor } from '../../src/judge/checks/select.ts';
import { exitCodeOf, type FailOn, type GateCounts, outcomeOfRun } from '../../src/judge/gate/gate.ts';
import type { Verdict, VerdictKind } from '../../src/judge/verdict.ts';
import { matchesPattern } from '../../src/spec/pattern.ts';
import type { Level } from '../../src/spec/requirement.ts';
import { PROBES } from '../../suites/index.ts';
import { trace } from '../trace.ts';

type Short = readonly [VerdictKind, Level];
const verdicts = (list: readonly Short[]): Verdict[] =>
  list.map(([verdict, level]) => ({ id: 'list.ok', level, verdict, subjects: 1, findings: [] }));
const pass: Short = ['pass', 'must'];
const fail: Short = ['fail', 'must'];
const open: Short = ['inconclusive', 'must'];

describe('the gate', () => {
  it.each<[string, readonly Short[], Parameters<typeof trace>[0]['end'], FailOn, string, number]>([
    ['passes where every must passes', [pass, ['observed', 'observe']], 'complete', 'must', 'passed', 0],
    ['fails where a must fails', [pass, fail], 'complete', 'must', 'failed', 1],
    ['passes with a warning', [pass, ['fail', 'should']], 'complete', 'must', 'passed', 0],
    ['fails on a warning where it was asked to', [pass, ['fail', 'should']], 'complete', 'should', 'failed', 1],
    ['is incomplete where a must is inconclusive', [pass, open], 'complete', 'must', 'incomplete', 3],
    ['passes where a should is inconclusive', [pass, ['inconclusive', 'should']], 'complete', 'must', 'passed', 0],
    ['passes where a must does not apply', [pass, ['not-applicable', 'must']], 'complete', 'must', 'passed', 0],
    ['is incomplete where nothing was judged', [['not-applicable', 'must']], 'complete', 'must', 'incomplete', 3],
    ['is incomplete without any verdict', [], 'complete', 'must', 'incomplete', 3],
    ['fails on a violation beside missing evidence', [fail, open], 'unanswered', 'must', 'failed', 1],
    ['is incomplete where the run stopped at its set-up', [pass], 'set-up', 'must', 'incomplete', 3],
    ['is incomplete where the journal was cut off', [pass], null, 'must', 'incomplete', 3],
    ['is incomplete where the budget ran out', [pass], 'request-budget', 'must', 'incomplete', 3],
    ['is incomplete where its time was over', [pass], 'time-budget', 'must', 'incomplete', 3],
    ['fails if its time was over after a violation', [fail], 'time-budget', 'must', 'failed', 1],
    ['ends with 130 if it was interrupted', [pass], 'interrupted', 'must', 'incomplete', 130],
    ['ends with 130 if it was interrupted after a violation', [fail], 'interrupted', 'must', 'failed', 130],
  ])('%s', (_sentence, list, end, failOn, outcome, exit) => {
    const run = trace({ end: end ?? null });
    expect(outcomeOfRun(verdicts(list), run, [failOn])).toBe(outcome);
    expect(exitCodeOf(outcomeOfRun(verdicts(list), run, [failOn]), run)).toBe(exit);
  });
});

const passed = { verdict: 'pass', level: 'must' } as const;
const failed = { verdict: 'fail', level: 'must' } as const;
const warned = { verdict: 'fail', level: 'should' } as const;
const unproven = { verdict: 'inconclusive', level: 'must' } as const;
const waiver = {};

type Rows = Parameters<typeof outcomeOfRun>[0];

describe('the gate with waivers and drift', () => {
  it.each<[string, Rows, FailOn | readonly FailOn[], GateCounts, string]>([
    ['opens for a waived must', [passed, { ...failed, waiver }], 'must', {}, 'passed'],
    ['opens for a waived should', [passed, { ...warned, waiver }], 'should', {}, 'passed'],
    ['stays shut for another must beside it', [passed, { ...failed, waiver }, failed], 'must', {}, 'failed'],
    ['is incomplete beside missing evidence', [passed, { ...failed, waiver }, unproven], 'must', {}, 'incomplete'],
    ['is incomplete where nothing passed', [{ ...failed, waiver }], 'must', {}, 'incomplete'],
    ['is shut by a waiver that must go', [passed], 'must', { waiverProblems: 1 }, 'failed'],
    ['stays open for drift', [passed], 'must', { drifts: 1 }, 'passed'],
    ['stays open for drift where shoulds count', [passed], 'should', { drifts: 1 }, 'passed'],
    ['is shut by drift where it counts', [passed], 'drift', { drifts: 1 }, 'failed'],
    ['stays open where drift counts and is none', [passed], 'drift', { drifts: 0 }, 'passed'],
    ['stays open for a should where drift counts', [passed, warned], 'drift', {}, 'passed'],
    ['is shut by a should where both count', [passed, warned], ['should', 'drift'], {}, 'failed'],
    ['is shut by drift where both count', [passed], ['should', 'drift'], { drifts: 1 }, 'failed'],
    ['stays open where nothing is named', [passed, warned], [], { drifts: 1 }, 'passed'],
    ['is shut by a must whatever is named', [passed, failed], [], {}, 'failed'],
  ])('%s', (_name, rows, failOn, counts, outcome) => {
    expect(outcomeOfRun(rows, trace({ end: 'complete' }), [failOn].flat(), counts)).toBe(outcome);
  });

  it('is incomplete after a set-up mistake, with any waiver problem', () => {
    expect(outcomeOfRun([unproven], trace({ end: 'set-up' }), ['must'], { waiverProblems: 1 })).toBe('incomplete');
  });
});

describe('a pattern of requirements', () => {
  it.each([
    ['list.ok', 'list.ok', true],
    ['list.ok', 'list.*', true],
    ['list.ok', '*', true],
    ['list.status-filter.sold', 'list.*', true],
    ['list.ok', 'list', false],
    ['listXok', 'list.ok', false],
    ['list.ok', '*.ok', true],
    ['list.ok', 'LIST.OK', false],
    ['list.ok', 'list.o(k|x)', false],
    ['list.ok', '[l]ist.ok', false],
    ['list.ok', '', false],
    ['list.order', '*order', true],
    ['list.order', 'l*t.*r', true],
    ['list.order', 'list.order*', true],
    ['list.order', '*.order.*', false],
    ['aba', 'ab*ba', false],
    ['abab', 'ab*ab', true],
  ])('%s against %j: %s', (id, pattern, expected) => {
    expect(matchesPattern(id, pattern)).toBe(expected);
  });

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

  it('create nothing if only a list was selected', () => {
    const writing = new Set(PROBES.filter(({ writes }) => writes).map(({ id }) => id));
    expect(probes(['list.maximum']).filter((id) => writing.has(id))).toEqual([]);
  });
});
