import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { verdictOf, verdictSentence, whyUnfinished } from '../../src/reporters/view/verdict.ts';
import type { Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { github, markdown, terminal } from './formats.ts';
import { accepted, drifted, failing, result, row, unproven } from './results.ts';

const { settings, target } = result();
const [waived = failing] = accepted.requirements;
const [waiver] = drifted.waiverProblems ?? [];
const red = { outcome: 'failed', exitCode: 1 } as const;
const drifting = { settings: { ...settings, failOn: ['must', 'drift'] }, drift: drifted.drift ?? [] } as const;
const flawed = (flaw: 'unused' | 'other-signature', count = 1): Partial<Result> => ({
  ...red,
  waiverProblems: waiver === undefined ? [] : Array.from({ length: count }, () => ({ ...waiver, flaw })),
});
const readOnly = (musts: number, change: Partial<Result['settings']> = {}) => ({
  settings: { ...settings, readOnly: true, ...change },
  requirements: Array.from({ length: musts }, () =>
    row({ verdict: 'not-applicable', reason: 'read-only run: creates are skipped', code: 'read-only' }),
  ),
});

const strict = (readOnlyBy: string) => ({
  outcome: 'incomplete' as const,
  ...readOnly(1, { readOnlyBy, failOn: ['must', 'skipped'] }),
});

it('names the limit of requests at which a run stopped', () => {
  const stopped = result({ outcome: 'incomplete', exitCode: 3 });
  const { run, requests } = stopped;
  const text = { ...stopped, run: { ...run, end: 'request-budget' }, requests: { ...requests, sent: 113 } };
  expect(whyUnfinished(text).join()).toContain('at its limit of 113 requests (raise it with --max-requests)');
});

describe('the verdict in a sentence', () => {
  it('counts requirements, and verdicts if several plans have the same failure', () => {
    const requirements = ['free', 'pro'].map((plan) => ({ ...failing, id: 'limit.status', plan }));
    expect(verdictSentence(summaryOf(result({ ...red, requirements })))).toBe(
      'FAILED: the service violates 1 requirement of the specification (2 results, counted per plan).',
    );
  });

  it.each<[string, Partial<Result>, string]>([
    ['a pass', {}, 'PASSED: no violation of the specification was found.'],
    [
      'a failure that is accepted',
      accepted,
      'PASSED with 1 waived violation: no other violation of the specification was found.',
    ],
    [
      'accepted violations, on two plans each',
      { requirements: ['limit.status', 'limit.status', 'list.ok'].map((id) => ({ ...waived, id })) },
      'PASSED with 2 waived violations: no other violation of the specification was found.',
    ],
    [
      'a read-only pass',
      readOnly(2),
      'PASSED, READ-ONLY: no violation of the specification was found; 2 musts were skipped because the run is read-only.',
    ],
    [
      'a read-only pass that lacks one must',
      readOnly(1),
      'PASSED, READ-ONLY: no violation of the specification was found; 1 must was skipped because the run is read-only.',
    ],
    [
      'a pass that an option made read-only',
      readOnly(1, { readOnlyBy: '--read-only' }),
      'PASSED, READ-ONLY: no violation of the specification was found; 1 must was skipped because of --read-only.',
    ],
    [
      'a run that a setting made read-only, with --fail-on skipped',
      strict('targets.here.allow.writes: false'),
      'INCOMPLETE: no violation was found, but evidence is missing; 1 must was skipped because the run is read-only (targets.here.allow.writes: false): set it to true (--fail-on skipped requires them).',
    ],
    [
      'a run that an option made read-only, with --fail-on skipped',
      { ...strict('--read-only'), target: { ...target, class: 'staging' } },
      'INCOMPLETE: no violation was found, but evidence is missing; 1 must was skipped because of --read-only: run without it, and with --allow-writes (--fail-on skipped requires them).',
    ],
    ['a read-only pass of everything', readOnly(0), 'PASSED, READ-ONLY: no violation of the specification was found.'],
    ['one', { ...red, requirements: [failing] }, 'FAILED: the service violates 1 requirement of the specification.'],
    [
      'good practice alone',
      {
        ...red,
        settings: { ...settings, failOn: ['must', 'should'] },
        requirements: [{ ...failing, level: 'should' }],
      },
      'FAILED: the service violates 1 good practice, which fails the run with --fail-on should.',
    ],
    ['an unused waiver', flawed('unused'), 'FAILED: a waiver is unused.'],
    ['two of them', flawed('unused', 2), 'FAILED: 2 waivers must be fixed or removed.'],
    ['drift that is to fail it', { ...red, ...drifting }, 'FAILED: a pinned behaviour changed.'],
    [
      'everything at once',
      { ...flawed('other-signature'), ...drifting, requirements: [failing] },
      'FAILED: the service violates 1 requirement of the specification; a waiver does not match the finding; a pinned behaviour changed.',
    ],
    [
      'a rerun whose failure is accepted, and an unused waiver',
      { ...flawed('unused'), rerun: { of: 'run-0', nowPassing: [], stillFailing: ['list.ok'], unproven: [] } },
      'FAILED: a waiver is unused.',
    ],
    [
      'missing evidence beside an accepted failure',
      { outcome: 'incomplete', exitCode: 3, requirements: [waived, unproven] },
      'INCOMPLETE with 1 waived violation: no other violation was found, but evidence is missing.',
    ],
    [
      'a partial run',
      { outcome: 'incomplete', exitCode: 3, settings: { ...settings, partial: true } },
      'INCOMPLETE: no violation was found, but evidence is missing: partial run (--only or --skip).',
    ],
  ])('after %s gives the true reason, in every format', (_name, change, sentence) => {
    const given = result(change);
    const { word, sentence: rest } = verdictOf(summaryOf(given));
    expect(verdictSentence(summaryOf(given))).toBe(sentence);
    expect(markdown(given)).toContain(`**${word}**: ${rest}`);
    expect(github(given)).toContain(sentence.replaceAll('%', '%25'));
  });
});

describe('the advice without a failure', () => {
  const next = (given: Result) =>
    terminal(given, { paint: PLAIN, width: 300, verbose: false, folder: 'reports/run-1', called: 'storecheck' })
      .split('\n')
      .find((line) => line.startsWith('next:'));

  it.each<[string, Result, string]>([
    [
      'an expired waiver',
      drifted,
      'next: waiver of list.* (storecheck.yaml:12): fix the service and remove the waiver, or set a new date; and 1 more above',
    ],
    [
      'an unused one',
      result(flawed('unused')),
      'next: waiver of list.* (storecheck.yaml:12): run again, and remove it if it is still unused',
    ],
    [
      'drift',
      result({ ...red, ...drifting, observations: 'kept.json' }),
      'next: drift of list.order: storecheck pin reports/run-1 --out kept.json accepts it',
    ],
  ])('is the next step after %s', (_name, given, line) => {
    expect(next(given)).toBe(line);
  });
});
