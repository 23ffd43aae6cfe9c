import { describe, expect, it } from 'vitest';
import type { EndReason } from '../../src/exchange/records/run-record.ts';
import { exitCodeOf, outcomeOfRun } from '../../src/judge/gate/gate.ts';
import { probesFor } from '../../src/run/prepare.ts';
import { isSelected, matchesPattern } from '../../src/spec/pattern.ts';
import type { FailOn } from '../../src/spec/requirement.ts';
import { type RequirementId, requirement } from '../../src/spec/requirements/catalogue.ts';
import { PROBES } from '../../suites/all-probes.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { trace } from '../support/trace.ts';

const fail = { verdict: 'fail', level: 'must' } as const;
const ROWS: Readonly<Record<string, Parameters<typeof outcomeOfRun>[0][number]>> = {
  pass: { verdict: 'pass', level: 'must' },
  fail,
  warning: { verdict: 'fail', level: 'should' },
  inconclusive: { verdict: 'inconclusive', level: 'must' },
  'inconclusive should': { verdict: 'inconclusive', level: 'should' },
  'not applicable': { verdict: 'not-applicable', level: 'must' },
  skipped: { verdict: 'not-applicable', level: 'must', code: 'read-only' },
  'skipped should': { verdict: 'not-applicable', level: 'should', code: 'read-only' },
  info: { verdict: 'observed', level: 'observe' },
  'waived fail': { ...fail, waiver: {} },
  'waived warning': { ...fail, level: 'should', waiver: {} },
};

function rowNamed(name: string) {
  const row = ROWS[name];
  if (row === undefined) throw new RangeError(`no row ${name}`);
  return row;
}

/** A question: verdicts, then the end of the run, `--fail-on`, and counts: `pass, fail; interrupted; --fail-on should,drift; 1 drifts`. */
describe('the gate has these outcomes and exit codes', () =>
  testAnswers(golden('gate.txt'), (question) => {
    const [verdicts = '', ...parts] = question.split('; ');
    const rows = verdicts === 'none' ? [] : verdicts.split(', ').map(rowNamed);
    const failOn = parts.find((part) => part.startsWith('--fail-on'))?.slice('--fail-on '.length) ?? 'must';
    const counts = parts.flatMap((part) =>
      [...part.matchAll(/^(\d+) (\w+)$/g)].map(([, n, name]) => [name, Number(n)]),
    );
    const end = parts.find((part) => /^[a-z-]+$/.test(part)) ?? 'complete';
    const run = trace({ end: end === 'cut-off' ? null : (end as EndReason) });
    const outcome = outcomeOfRun(rows, run, failOn.split(',') as FailOn[], Object.fromEntries(counts));
    return `${outcome}, exit ${exitCodeOf(outcome, run)}`;
  }));

describe('a pattern matches ids from end to end, in this letter case', () =>
  testAnswers(golden('patterns.txt'), (question) => {
    const [pattern = '', id = ''] = question.split(' for ');
    return matchesPattern(id, pattern);
  }));

it('--skip overrides --only', () => expect(isSelected('list.ok', { only: ['list.*'], skip: ['*.ok'] })).toBe(false));

/** That they hold the first contact and what they build on: tests/virtual/run/printed.test.ts. */
it('the probes of a selection include the plain version of an unusual one, and are all for a requirement of every response', () => {
  const probes = (id: RequirementId) => probesFor([requirement(id)], PROBES).map((probe) => probe.id);
  expect(probes('auth.scheme-case')).toContain('get.found-plain');
  expect(probes('media.json')).toHaveLength(PROBES.length);
});
