import { expect, it } from 'vitest';
import { verdictOf, verdictSentence, whyUnfinished } from '../../src/reporters/view/verdict.ts';
import type { Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { github, markdown, terminal } from './formats.ts';
import { accepted, drifted, failing, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);
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

/** By name: a run, in which differs what is given. */
const RUNS: Readonly<Record<string, Partial<Result>>> = {
  'a pass': {},
  'a failure that is accepted': accepted,
  'accepted violations, on two plans each': {
    requirements: ['limit.status', 'limit.status', 'list.ok'].map((id) => ({ ...waived, id })),
  },
  'a read-only pass': readOnly(2),
  'a read-only pass that lacks one must': readOnly(1),
  'a pass that an option made read-only': readOnly(1, { readOnlyBy: '--read-only' }),
  'a run that a setting made read-only, with --fail-on skipped': strict('targets.here.allow.writes: false'),
  'a run that an option made read-only, with --fail-on skipped': {
    ...strict('--read-only'),
    target: { ...target, class: 'staging' },
  },
  'a read-only pass of everything': readOnly(0),
  'one violation': { ...red, requirements: [failing] },
  'one violation on two plans': {
    ...red,
    requirements: ['free', 'pro'].map((plan) => ({ ...failing, id: 'limit.status', plan })),
  },
  'good practice alone': {
    ...red,
    settings: { ...settings, failOn: ['must', 'should'] },
    requirements: [{ ...failing, level: 'should' }],
  },
  'an expired waiver, and drift': drifted,
  'an unused waiver': flawed('unused'),
  'two of them': flawed('unused', 2),
  'drift that is to fail it': { ...red, ...drifting },
  'everything at once': { ...flawed('other-signature'), ...drifting, requirements: [failing] },
  'missing evidence beside an accepted failure': {
    outcome: 'incomplete',
    exitCode: 3,
    requirements: [waived, unproven],
  },
  'a run that stopped at its limit of requests': {
    outcome: 'incomplete',
    run: { ...result().run, end: 'request-budget' },
  },
  'a partial run': { outcome: 'incomplete', exitCode: 3, settings: { ...settings, partial: true } },
};

it('the verdict gives the true reason in every format, and the next step follows from it', () =>
  expectLines(golden('verdict.txt'), RUNS, (change) => {
    const given = result(change);
    const { word, sentence } = verdictOf(summaryOf(given));
    const whole = verdictSentence(summaryOf(given));
    expect(markdown(given)).toContain(`**${word}**: ${sentence}`);
    expect(github(given)).toContain(whole.replaceAll('%', '%25'));
    const shown = terminal(given, { width: 300 });
    const unfinished = whyUnfinished(given)
      .map((text) => ` ${text}.`)
      .join('');
    return `${whole}${unfinished} ${/^next:.*/m.exec(shown)?.[0] ?? 'no next step'}`;
  }));
