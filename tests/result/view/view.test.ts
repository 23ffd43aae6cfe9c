import { expect, it } from 'vitest';
import { judgeCapacity } from '../../../src/capacity/judge-steps.ts';
import type { ProjectedPlan } from '../../../src/exchange/records/capacity-record.ts';
import { applyWaivers } from '../../../src/judge/gate/waiver.ts';
import type { CapacityNumbers, PlanLimits, RequirementResult, Result } from '../../../src/result/result.ts';
import { viewOf } from '../../../src/result/view/view.ts';
import { because } from '../../../src/rules/conclusion.ts';
import { PLAN_NAMES } from '../../../src/spec/plans.ts';
import { mistake } from '../../../src/text/mistakes.ts';
import { note } from '../../../src/text/notes.ts';
import { nested } from '../../../src/text/template.ts';
import { withBlanks } from '../../../src/text/wrap.ts';
import { fits, notProven, step } from '../../report/capacity-results.ts';
import { terminal } from '../../report/formats.ts';
import {
  accepted,
  drifted,
  failing,
  incomplete,
  limits,
  mixed,
  red,
  result,
  row,
  unproven,
  waiver,
  warned,
} from '../../report/results.ts';
import { expectLines, golden } from '../../support/golden.ts';

const { settings, target, run } = result();

/** The sentences of a section, with its requirements. */
const textsOf = (given: Result, section: string): string[] =>
  viewOf(given)
    .sections.filter(({ id }) => id === section)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      if (block.kind === 'item' && block.plan !== undefined) return `${block.name} ${block.plan.status}: ${block.text}`;
      if (block.kind !== 'item') return [];
      const names = block.rows.map(({ name }) => name).join(' + ');
      return `${block.text}${names === '' ? '' : ` <- ${names}`}`;
    });

const created = { id: '7', name: 'Storecheck', probe: 'create.available', exchange: 1 };
const unnamed = { ...created, id: null, name: null };
const drifting = { settings: { ...settings, failOn: ['must', 'drift'] }, drift: drifted.drift ?? [] } as const;
/** With waivers of a requirement that do not accept what it shows. */
const flawed = (requirement: string, count = 1): Partial<Result> => {
  const entries = Array.from({ length: count }, () => ({ ...waiver, requirement, signature: 'a00000' }));
  const given = { target: 'test', today: settings.today, file: 's.yaml' };
  const { problems } = applyWaivers([row(), failing], entries, given);
  return { ...red, waiverProblems: problems };
};
const skippedMust = row('create.created', { verdict: 'not-applicable', ...because('read-only') });
const readOnly = (musts: number, change: Partial<Result['settings']> = {}) => ({
  settings: { ...settings, readOnly: true, ...change },
  requirements: Array.from({ length: musts }, () => skippedMust),
});
const strict = (readOnlyBy: string) => ({ ...incomplete, ...readOnly(1, { readOnlyBy, failOn: ['must', 'skipped'] }) });
const WRONG_KEY = mistake('wrong-key', { plan: 'pro', source: 'STORE_API_KEY_PRO' });
const passed = (command: string, change: Partial<Result> = {}) => ({ run: { ...run, command }, ...change });

const onTwoPlans = ['free', 'pro'].map((plan) => ({ ...failing, id: 'limit.status', plan }));
const shoulds: Result['settings'] = { ...settings, failOn: ['must', 'should'] };

/** By name: a run, in which differs what is given. tests/report/golden/terminal.txt has others. */
const RUNS: Readonly<Record<string, Partial<Result>>> = {
  'a failure that is accepted': accepted,
  'a read-only pass': readOnly(2),
  'a run that a setting made read-only, with --fail-on skipped': strict(
    'storecheck.yaml:5:14 targets.test.allow.writes: false',
  ),
  'one violation on two plans': { ...red, requirements: onTwoPlans },
  'good practice alone': { ...red, settings: shoulds, requirements: [warned] },
  'two unused waivers': flawed('list.ok', 2),
  'everything at once': { ...flawed(failing.id), ...drifting, requirements: [failing] },
  'a run that stopped at its limit of requests': { outcome: 'incomplete', run: { ...run, end: 'request-budget' } },
  'a partial run': { ...incomplete, settings: { ...settings, partial: true } },
  'a key that is not admitted': {
    ...incomplete,
    requirements: [row(), { ...unproven, ...because('set-up', { mistake: nested(WRONG_KEY) }) }],
    notes: [{ ...note('key-set-up', { mistake: WRONG_KEY.message, fix: WRONG_KEY.fix }), plan: 'pro' }],
  },
  'too little time': { ...incomplete, requirements: [row(), unproven], run: { ...run, end: 'time-budget' } },
  'a journal that could not be written': {
    ...incomplete,
    run: { ...run, end: 'cut-off', writeError: '--out: cannot write to reports/run-1 (ENOSPC)' },
  },
  'a check on production': passed('check', { target: { ...target, class: 'production' } }),
  limits: passed('limits'),
  run: passed('run'),
  'an animal that remains': { residue: [created] },
  'animals that remain, and one that may': { residue: [created, created, unnamed] },
  'a load that fits so far': { ...fits, ...incomplete, run: { ...fits.run, end: 'interrupted' } },
  'a load that is not proven': notProven,
};

it('gives the true reason of a verdict, and a next step that follows from it', () =>
  expectLines(golden('verdicts.txt'), RUNS, (change) => {
    const { summary, details } = viewOf(result(change), 'storecheck', 'reports/run-1');
    const usual = new Set(details.filter((line) => !line.endsWith('residue.json')));
    const lines = summary.filter((line) => !usual.has(line) && !line.startsWith('evidence: '));
    return lines.map((line) => `\n  ${withBlanks(line)}`).join('');
  }));

const admitting = (numbers: Partial<PlanLimits>, verdict: RequirementResult['verdict'] = 'pass', plan = 'free') =>
  result({ limits: { [plan]: limits(numbers) }, requirements: [row('limit.rejects-excess', { plan, verdict })] });
const judged = (...requirements: readonly RequirementResult[]) => result({ limits: { free: limits() }, requirements });
const lacking = row('limit.retry-after-sufficient', { verdict: 'inconclusive', ...because('no-retry-after') });
const lackingShould = row('limit.retry-after-reasonable', { verdict: 'inconclusive', ...because('no-retry-after') });
const { pro = expect.unreachable() } = mixed.limits;
const exceeding = (numbers: PlanLimits, change: Partial<RequirementResult> = {}) =>
  result({ limits: { pro: numbers }, requirements: mixed.requirements.map((one) => ({ ...one, ...change })) });

it('says of each limit what was admitted in each attempt', () =>
  expectLines(
    golden('limits.txt'),
    {
      'more, because quota comes back': admitting({ admittedInWindow: 61 }),
      'more, wrongly': admitting({ admittedInWindow: 61 }, 'fail'),
      'more, inconclusive': admitting({ admittedInWindow: 61 }, 'inconclusive'),
      'neither admitted nor refused': admitting({ admitted: 57, admittedInWindow: 55, admittedWithoutDraw: 1 }),
      'another level than a must is inconclusive': judged(row('limit.status'), lackingShould),
      'one failed, another is inconclusive': judged(lacking, row('limit.status', { verdict: 'fail' })),
      'only a skipped requirement': judged(
        row('limit.daily', { verdict: 'not-applicable', ...because('option-not-given', { option: '--daily' }) }),
      ),
      'a limiter that nothing explains yet': admitting({ ...pro, firstLook: undefined }, 'inconclusive', 'pro'),
      'a limiter that only a waived finding explains': exceeding(pro, { waiver }),
      'two attempts, and a finding explains the limiter': exceeding(pro),
    },
    (given) => textsOf(given, 'limits').join(' / '),
  ));

it('says once what a limiter behaves like, with the first finding about it', () => {
  const ids = ['limit.status', 'limit.rejects-excess', 'limit.refill-rate'] as const;
  const requirements = ids.map((id) => ({ ...failing, id, plan: 'free' }));
  const given = result({ limits: { free: limits({ behavesLike: 'Behaves like a bucket of 60' }) }, requirements });
  const actual = viewOf(given).rows.map(({ findings }) => findings[0]?.actual ?? '');
  expect(actual.map((text) => text.includes('. Behaves like a bucket of 60'))).toEqual([false, true, false]);
  expect(textsOf(given, 'limits').join('')).not.toContain('Behaves like');
});

it('says by how much a Reset may be wrong unseen, for the requirements of the plan that shows it worst', () => {
  const timed = (plan: string, resolution: number) => row('limit.reset-true', { plan, resolution });
  const given = result({ requirements: [timed('free', 1.9), timed('pro', 1.1)], limits: {} });
  expect(viewOf(given).sections.find(({ id }) => id === 'untested')?.count).toBe(0);
  const [text] = textsOf(given, 'untested');
  expect(text).toMatch(
    /wrong by less than 1\.9 s \(3 % of the window\): .* <- limit\.reset-true \(free\) \+ limit\.reset-true \(pro\)$/,
  );
});

const { curl: _, ...several } = failing.findings[0] ?? expect.unreachable();
const seeded = { settings: { ...settings, exploration: { seed: 7, requests: 300 } } };
const explored = { findings: [{ ...several, params: { probe: 'exploration' } }] };
/** A run on a target with these options, of which each begins with `--`. */
const asked = (options: string, name = 'it'): Partial<Result> => ({
  settings: { ...settings, options: options.split(/ (?=--)/).map((option) => option.split(/ (.*)/).filter(Boolean)) },
  target: { ...target, name },
});
const ofRun = { run: { ...run, command: 'run' } };

/** By name: what differs from a failed requirement that one request does not show, and from its run. */
const ALONE: Readonly<Record<string, readonly [row: Partial<RequirementResult>, run?: Partial<Result>]>> = {
  'a requirement of the check': [{}],
  'a limit of a plan': [{ id: 'limit.status', plan: 'pro' }, ofRun],
  'headers under load': [{ id: 'rate.headers-present', plan: 'pro' }, { run: { ...run, command: 'limits' } }],
  'what a generated request showed': [explored, seeded],
  'keys of a variable and a file': [{}, asked('--key free=env:A --key pro=file:my keys', '127.0.0.1:8080')],
  'a target of a configuration': [{}, asked('--config s.yaml --plan free --read-only')],
  'a target of storecheck.yaml, and a plan': [
    { id: 'limit.status', plan: 'pro' },
    { ...asked('--plan free'), ...ofRun },
  ],
  'a limit of two customers': [
    { id: 'limit.keys-independent', plan: 'pro' },
    { ...asked('--second-key pro=env:B --sustain'), ...ofRun },
  ],
  'a regular client': [
    { id: 'limit.sustained', plan: 'pro' },
    { ...asked('--daily pro=env:B --sustain 2'), ...ofRun },
  ],
  'a requirement of the check, beside one of two customers': [
    {},
    { ...asked('--second-key pro=env:B --allow-load'), ...ofRun },
  ],
  'a finding with a curl line': [{ findings: failing.findings }],
  'a demo': [{}, { run: { ...run, command: 'demo' } }],
  'an id that a shell could run': [{ id: 'list.$(touch x)' }],
};

it('a command tests a requirement alone if one request does not show the finding, with what repeats its requests', () =>
  expectLines(golden('alone.txt'), ALONE, ([change, rest]) => {
    const requirements = [{ ...failing, findings: [several], ...change }];
    const given = result({ target: { ...target, name: '127.0.0.1:8080' }, requirements, ...rest });
    return /test this requirement again: (.*)/.exec(terminal(given, { width: 200 }))?.[1] ?? 'none';
  }));

const { capacity: fitting = expect.unreachable() } = fits;
const numbers = (change: Partial<CapacityNumbers>): CapacityNumbers => ({ ...fitting, ...change });
const { projection: whole } = fitting;
const same = { ...whole, plans: whole.plans.map((plan) => ({ ...plan, changed: plan.perMinute ?? plan.changed })) };
const failed = { errors: { value: 0.129, from: 0.121, to: 0.137 } };

it('says of each capacity run the answer, the room for more activity, and what is not shown', () => {
  const [free, pro] = whole.plans as [ProjectedPlan, ProjectedPlan];
  const plans = (...some: readonly ProjectedPlan[]) => ({ projection: { ...whole, plans: some } });
  const all = PLAN_NAMES.flatMap((plan) => whole.plans.slice(0, 1).map(({ perDay: _, ...one }) => ({ ...one, plan })));
  /** By name: what differs from the run that fits. The steps give the verdict. */
  const cases: Readonly<Record<string, Partial<CapacityNumbers>>> = {
    'the other plans are too much': { steps: [step(0.2, 92, failed)] },
    'too much, in short steps': { steps: [step(0.8, 28), step(1, 92, { ...failed, planned: 384, sent: 384 })] },
    'too much, and a smaller change fits': { steps: [step(0.9, 28), step(1, 92, failed)] },
    'two changed plans': plans({ ...free, changed: pro.changed }, pro),
    'a new plan': plans({ ...pro, plan: 'team', perMinute: 0 }),
    'no change, and lists alone': { projection: same, mix: { list: 1, get: 0, create: 0 } },
    'a busy machine': { steps: [step(1, 28, { lagP99: 61 })] },
    'nothing is missing': {
      projection: { ...whole, plans: all },
      mix: { list: 0.5, get: 0.3, create: 0.2 },
      writes: { projected: 0.2, asReads: false },
      steps: [step(1, 20)],
      headroom: 2,
    },
  };
  return expectLines(golden('capacity.txt'), cases, (change) => {
    const capacity = numbers({ ...(change.steps && judgeCapacity(change.steps)), ...change });
    const given = { ...fits, capacity };
    const { sentence, advice = 'none' } = viewOf(given);
    const room = textsOf(given, 'capacity').slice(1).join(' ');
    const said = [sentence, room, withBlanks(advice), textsOf(given, 'unshown').join(' | ')];
    return said.map((one) => `\n  ${one}`).join('');
  });
});
