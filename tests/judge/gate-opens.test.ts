import { describe, expect, it } from 'vitest';
import { type FailOn, type GateCounts, outcomeOfRun } from '../../src/judge/gate/gate.ts';
import { trace } from '../trace.ts';

const pass = { verdict: 'pass', level: 'must' } as const;
const fail = { verdict: 'fail', level: 'must' } as const;
const warned = { verdict: 'fail', level: 'should' } as const;
const unproven = { verdict: 'inconclusive', level: 'must' } as const;
const waiver = {};

type Rows = Parameters<typeof outcomeOfRun>[0];

describe('the gate', () => {
  it.each<[string, Rows, FailOn | readonly FailOn[], GateCounts, string]>([
    ['opens for a waived must', [pass, { ...fail, waiver }], 'must', {}, 'passed'],
    ['opens for a waived should', [pass, { ...warned, waiver }], 'should', {}, 'passed'],
    ['stays shut for another must beside it', [pass, { ...fail, waiver }, fail], 'must', {}, 'failed'],
    ['is incomplete with missing evidence beside it', [pass, { ...fail, waiver }, unproven], 'must', {}, 'incomplete'],
    ['is incomplete where nothing passed', [{ ...fail, waiver }], 'must', {}, 'incomplete'],
    ['is shut by a waiver that must go', [pass], 'must', { waiverProblems: 1 }, 'failed'],
    ['stays open for drift', [pass], 'must', { drifts: 1 }, 'passed'],
    ['stays open for drift where shoulds count', [pass], 'should', { drifts: 1 }, 'passed'],
    ['is shut by drift where it counts', [pass], 'drift', { drifts: 1 }, 'failed'],
    ['stays open where drift counts and is none', [pass], 'drift', { drifts: 0 }, 'passed'],
    ['stays open for a should where drift counts', [pass, warned], 'drift', {}, 'passed'],
    ['is shut by a should where both count', [pass, warned], ['should', 'drift'], {}, 'failed'],
    ['is shut by drift where both count', [pass], ['should', 'drift'], { drifts: 1 }, 'failed'],
    ['stays open where nothing is named', [pass, warned], [], { drifts: 1 }, 'passed'],
    ['is shut by a must whatever is named', [pass, fail], [], {}, 'failed'],
  ])('%s', (_sentence, rows, failOn, besides, outcome) => {
    expect(outcomeOfRun(rows, trace({ end: 'complete' }), failOn, besides)).toBe(outcome);
  });

  it('is incomplete after a set-up mistake, with any waiver problem', () => {
    expect(outcomeOfRun([unproven], trace({ end: 'set-up' }), 'must', { waiverProblems: 1 })).toBe('incomplete');
  });
});
