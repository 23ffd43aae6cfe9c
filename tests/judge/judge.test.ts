import { describe, expect, it } from 'vitest';
import { judge, judgeAttempt } from '../../src/judge/checks/judge.ts';
import {
  because,
  found,
  holds,
  notApplicable,
  type Outcome,
  observed,
  undecided,
  unsettled,
} from '../../src/rules/outcome.ts';
import type { Check } from '../../suites/check.ts';
import { CHECKS } from '../../suites/index.ts';
import { answer, type Given, lost, trace } from '../trace.ts';

const broken: Outcome = {
  kind: 'broken',
  findings: [found('wrong-animal', { request: 'GET /pets/1', asked: '1', returned: '2' }, { seq: 1 })],
  subjects: 1,
};
const verdict = (outcome: Outcome, given: Given, from: Check['from'] = ['list.minimum', 'list.maximum']) => {
  const run = trace(given);
  return judgeAttempt({ requirement: 'list.ok', from, rule: () => outcome }, run.exchanges, run);
};

const both: Given = { exchanges: [answer('list.minimum'), answer('list.maximum')] };
const one: Given = { exchanges: [answer('list.minimum'), lost('list.maximum')] };
const none: Given = { exchanges: [] };
const readOnly: Given = {
  skips: ['list.minimum', 'list.maximum'].map((probe) => ({ probe, cause: 'read-only', reason: 'read-only run' })),
};
const partly: Given = {
  exchanges: [answer('list.minimum')],
  skips: [{ probe: 'list.maximum', cause: 'read-only', reason: 'read-only run' }],
};

describe('the judge', () => {
  it.each<[string, Outcome, Given, string]>([
    ['passes what holds with all evidence', holds(2), both, 'pass'],
    ['never passes a rule that looked at nothing', holds(0), both, 'inconclusive'],
    ['never passes where evidence is missing', holds(1), one, 'inconclusive'],
    ['lets a breach count more than missing evidence', broken, one, 'fail'],
    ['does not ask a rule where no evidence is there', broken, none, 'inconclusive'],
    ['calls a read-only run not applicable', holds(1), readOnly, 'not-applicable'],
    ['what a read-only run cannot decide', undecided(because('nothing-created')), partly, 'not-applicable'],
    ['keeps a doubt in a read-only run', undecided(because('not-sent'), 1), partly, 'inconclusive'],
    ['keeps what a later attempt can settle', unsettled(because('not-sent')), partly, 'inconclusive'],
    ['keeps undecided inconclusive', undecided(because('not-sent')), both, 'inconclusive'],
    ['keeps not-applicable', notApplicable(because('not-sent')), both, 'not-applicable'],
    ['does not call not applicable what lacks evidence', notApplicable(because('not-sent')), one, 'inconclusive'],
    ['keeps what was observed', observed(7, 1), both, 'observed'],
  ])('%s', (_sentence, outcome, given, kind) => {
    expect(verdict(outcome, given)?.verdict).toBe(kind);
  });

  it('states why evidence is missing', () => {
    const params = { probe: 'list.maximum', failure: 'ECONNRESET' };
    expect(verdict(holds(1), one)).toMatchObject({ code: 'probe-unanswered', params });
    const stopped = verdict(holds(1), { exchanges: [], end: 'request-budget' });
    expect(stopped.code).toBe('stopped-at-request-budget');
    expect(stopped.reason).toMatch(/stopped at its limit of \d+ requests \(raise it with --max-requests\)$/);
    expect(verdict(holds(1), { exchanges: [], end: null }).code).toBe('journal-cut-off');
    const refused = [answer('list.minimum', 429)];
    expect(verdict(holds(1), { exchanges: refused, end: 'rate-limited' }).code).toBe('probe-rate-limited');
  });

  it('shortens values of any length', () => {
    const long = '7'.repeat(1_000_000);
    const { params, actual } = found('wrong-animal', { request: '', asked: '1', returned: long });
    expect(JSON.stringify({ params, actual }).length).toBeLessThan(2_000);
    expect(JSON.stringify(because('value-not-answered', { value: long })).length).toBeLessThan(2_000);
  });

  it('lowers the level if the rule does', () => {
    expect(verdict({ ...broken, level: 'should' }, both)).toMatchObject({ verdict: 'fail', level: 'should' });
  });

  it.each([['interrupted'], ['unanswered'], [null]] as const)(
    'does not pass a rule over all answers where the run ended as %s',
    (end) => {
      expect(verdict(holds(5), { ...both, end }, 'all')?.verdict).toBe('inconclusive');
      expect(verdict(broken, { ...both, end }, 'all')?.verdict).toBe('fail');
    },
  );

  it.each<readonly [name: string, given: Given]>([
    ['in which nothing was answered', { exchanges: [lost('list.minimum')], end: 'complete' }],
    ['that was cut off before the first response', { exchanges: [lost('list.minimum')], end: null }],
    ['with an empty journal', {}],
  ])('passes nothing of a run %s', (_name, given) => {
    expect(judge(CHECKS, trace(given)).filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  });

  it('neither fails nor passes requirements of a service behind a load balancer that responds to everything', () => {
    const headers = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
    const probes = [
      'list.minimum',
      'auth.cut',
      'create.available',
      'create.rejects.null-name',
      'list.maximum',
      'get.not-found',
    ];
    const exchanges = probes.flatMap((probe) =>
      [1, 2].map(() => answer(probe, { status: 503, body: '<html>', headers })),
    );
    const told = judge(CHECKS, trace({ exchanges })).filter(({ verdict }) => verdict === 'fail' || verdict === 'pass');
    expect(told.map(({ id }) => id)).toEqual(['robust.answers']);
  });
});
