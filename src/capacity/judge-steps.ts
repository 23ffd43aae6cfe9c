import type { Objectives } from '../exchange/records/capacity-record.ts';
import { because, type Conclusion, findingOf, inconclusive, observed, pass, type Reason } from '../rules/conclusion.ts';
import type { CAPACITY } from '../spec/requirements/limit.ts';
import { msText, percent } from '../text/number-text.ts';
import { nested } from '../text/template.ts';
import { latencyObjectives, objectiveTexts, toleratedLag } from './objectives.ts';
import type { CapacityVerdict, JudgedStep, StepNumbers } from './result-schema.ts';
import { hasSkipped } from './step-numbers.ts';

/** Minimum share of planned requests that must be sent. */
const OFFERED = 0.99;

/** The numbers of a step with its verdict. @param problems what is wrong with its records */
export function judgeStep(numbers: StepNumbers, objectives: Objectives, problems: readonly Reason[] = []): JudgedStep {
  const step = { ...numbers, swamped: hasSkipped(numbers) && numbers.openAtMost >= numbers.vus };
  const [invalid, ...why] = invalidity(step, objectives, problems);
  if (invalid !== undefined) return { ...step, verdict: 'invalid', invalid, ...withReasons(why) };
  const missed = Object.values(missedObjectives(numbers, objectives)).flat();
  if (missed.length > 0) return { ...step, verdict: 'beyond', ...withReasons(missed) };
  const doubts = [
    ...(step.swamped ? [whySwamped(numbers)] : []),
    ...Object.values(unproven(numbers, objectives)).flat(),
  ];
  return { ...step, verdict: doubts.length > 0 ? 'open' : 'within', ...withReasons(doubts) };
}

/** Reasons as members of results.json: their sentences, and in the same order their codes and values. */
const withReasons = (reasons: readonly Reason[]) => ({
  because: reasons.map(({ reason }) => reason),
  reasons: reasons.map(({ code, params }) => ({ code, params })),
});

/** Why a step proves nothing; empty if it is valid evidence. */
function invalidity(
  step: StepNumbers & Pick<JudgedStep, 'swamped'>,
  objectives: Objectives,
  problems: readonly Reason[],
): readonly [NonNullable<JudgedStep['invalid']>, ...Reason[]] | readonly [] {
  const { limited, denied, sent, planned, lagP99, busy, swamped } = step;
  if (limited > 0) return ['keys', because('step-rate-limited', { requests: limited })];
  if (denied > 0) return ['keys', because('step-denied', { requests: denied })];
  if (problems.length > 0) return ['run', ...problems];
  const lateP99 = step.lateP99 ?? 0;
  const allowed = toleratedLag(objectives);
  const load = busy === null ? '' : `; the CPU load of this machine was ${Math.round(busy * 100)} %`;
  const most = msText(allowed);
  if (lagP99 === null) return ['machine', because('unmeasured-timers', { load })];
  if (lagP99 > allowed) return ['machine', because('late-timers', { late: msText(lagP99, allowed), most, load })];
  if (lateP99 > allowed) return ['machine', because('requests-late', { late: msText(lateP99, allowed), most, load })];
  if (hasSkipped(step) && sent < planned * OFFERED && !swamped)
    return ['machine', because('requests-not-sent', { unsent: planned - sent, planned, load })];
  return [];
}

/** The missed objectives: even the lower end of the interval, less the lateness of the generator, is above `times` the objective. */
function missedObjectives(numbers: StepNumbers, objectives: Objectives, times = 1) {
  const generatorLag = numbers.lagP99 ?? 0;
  const latency = latencyObjectives(objectives).flatMap(({ name: quantile, ms: most }) => {
    const { value, from } = numbers.latency[quantile];
    const params = { quantile, value: msText(value, most), least: msText(from, most), objective: msText(most) };
    return numbers.served[quantile].from - generatorLag > times * most ? [because('latency-missed', params)] : [];
  });
  const { value, from } = numbers.errors;
  const params = { value: percent(value), least: percent(from), objective: percent(objectives.errorShare) };
  return { latency, errors: from > times * objectives.errorShare ? [because('errors-missed', params)] : [] };
}

/** The objectives that are not proven: the upper end of the interval is above the objective, or unknown. */
function unproven(numbers: StepNumbers, objectives: Objectives) {
  const latency = latencyObjectives(objectives).flatMap(({ name: quantile, ms: most }): Reason[] => {
    const { value, to } = numbers.latency[quantile];
    if (to === null) return [because('latency-unknown', { responses: numbers.sent, quantile })];
    const params = { quantile, value: msText(value, most), most: msText(to, most), objective: msText(most) };
    return to <= most ? [] : [because('latency-unproven', params)];
  });
  const { value, to } = numbers.errors;
  const most = to ?? 1;
  const params = { value: percent(value), most: percent(most), objective: percent(objectives.errorShare) };
  return { latency, errors: most <= objectives.errorShare ? [] : [because('errors-unproven', params)] };
}

const whySwamped = ({ vus: waiting, planned, sent }: StepNumbers) =>
  because('requests-blocked', { waiting, unsent: planned - sent, planned });

/** The factor above an objective that stops the experiment: higher steps would only do harm. */
const STOP_FACTOR = 2;

/** Whether the experiment stops after this step. A machine that was busy for a while does not stop it: the next step may be valid. */
export function endsRun(step: JudgedStep, objectives: Objectives): boolean {
  if (step.swamped || (step.verdict === 'invalid' && step.invalid !== 'machine')) return true;
  return Object.values(missedObjectives(step, objectives, STOP_FACTOR)).flat().length > 0;
}

/** A queue grows if at least this share of the responses, and this many, did not come in time. */
const SHARE_BEHIND = 0.02;
const MIN_BEHIND = 20;

/**
 * The step that decides about the projected peak, which is level 1: the lowest valid one that reaches it, else the lowest one. A higher
 * step that passes also proves the peak, but does not replace one that failed.
 */
export function peakStep(steps: readonly JudgedStep[]): JudgedStep | undefined {
  const reached = steps.filter(({ level }) => level >= 1);
  return reached.find(({ verdict }) => verdict !== 'invalid') ?? reached[0];
}

/** One verdict from all steps. */
export function judgeCapacity(steps: readonly JudgedStep[]): CapacityVerdict {
  const peak = peakStep(steps);
  const met = peak?.verdict === 'within' ? peak : undefined;
  const missed = steps.find(({ verdict, level }) => verdict === 'beyond' && level <= 1);
  const common = { ...bracketOf(steps), knee: kneeOf(steps) };
  const isContradicted = met !== undefined && missed !== undefined;
  const decisive = missed ?? met;
  if (decisive === undefined || isContradicted) {
    const why = isContradicted
      ? [because('steps-contradict', { missed: percentOf(missed), met: percentOf(met) })]
      : whyNotProven(steps);
    return { verdict: 'not-proven', shownBy: null, ...withReasons(why), ...common };
  }
  const { level: shownBy, because: texts, reasons } = decisive;
  return { verdict: decisive === met ? 'fits' : 'does-not-fit', shownBy, because: texts, reasons, ...common };
}

function whyNotProven(steps: readonly JudgedStep[]): readonly Reason[] {
  const decisive = peakStep(steps) ?? steps.at(-1);
  if (decisive === undefined) return [because('nothing-sent')];
  const percent = percentOf(decisive);
  const code = decisive.level >= 1 ? 'at-step' : 'ended-at-step';
  return decisive.because.length === 0
    ? [because('ended-below-peak', { percent })]
    : codedOf(decisive).map((why) => because(code, { percent, why }));
}

const codedOf = ({ because: texts, reasons = [] }: Pick<JudgedStep, 'because' | 'reasons'>) =>
  texts.map((message, index) => nested({ ...reasons[index], message }));

const percentOf = ({ level }: JudgedStep) => Math.round(level * 100);

/** The knee: the highest completed rate of the steps that could not keep up; null if all could. */
function kneeOf(steps: readonly JudgedStep[]): number | null {
  const behind = steps.filter(
    ({ invalid, completedRps, rps, planned }) =>
      invalid === undefined && (1 - completedRps / rps) * planned >= Math.max(MIN_BEHIND, SHARE_BEHIND * planned),
  );
  return behind.length === 0 ? null : Math.max(...behind.map(({ completedRps }) => completedRps));
}

export function requirementConclusions(
  steps: readonly JudgedStep[],
  overall: CapacityVerdict,
  objectives: Objectives,
): Record<(typeof CAPACITY)[number]['id'], Conclusion> {
  // An open step may still prove single objectives.
  const peak = peakStep(steps);
  const open = peak?.verdict === 'open' ? peak : undefined;
  const basis = steps.find(({ level }) => level === overall.shownBy) ?? open;
  const { headroom, knee } = overall;
  const judged = (conclusionOf: (step: JudgedStep) => Conclusion) =>
    basis === undefined ? inconclusive(because('capacity-not-shown', { why: codedOf(overall) })) : conclusionOf(basis);
  return {
    'capacity.offered-load': judged(offeredConclusion),
    'capacity.latency': judged((step) => objectiveConclusion(step, objectives, 'latency')),
    'capacity.errors': judged((step) => objectiveConclusion(step, objectives, 'errors')),
    'capacity.headroom': observed({ headroom, knee }, steps.length),
  };
}

const offeredConclusion = (step: JudgedStep): Conclusion =>
  step.swamped ? inconclusive(whySwamped(step), step.sent) : pass(step.sent);

function objectiveConclusion(step: JudgedStep, objectives: Objectives, of: 'latency' | 'errors'): Conclusion {
  const missed = missedObjectives(step, objectives)[of];
  if (missed.length > 0) {
    const objective = objectiveTexts(objectives)[of];
    const finding = findingOf('objective-missed', {
      percent: percentOf(step),
      objective,
      measured: missed.map(nested),
    });
    return { verdict: 'fail', findings: [finding], subjects: step.sent };
  }
  const [doubt] = unproven(step, objectives)[of];
  return doubt === undefined ? offeredConclusion(step) : inconclusive(doubt, step.sent);
}

/** `beyond`: the lowest level that misses an objective. `headroom`: the highest level below it that meets all. Null without such a step. */
export function bracketOf(steps: readonly Pick<JudgedStep, 'level' | 'verdict'>[]) {
  const beyond = steps.find(({ verdict }) => verdict === 'beyond')?.level ?? null;
  const isBelow = (level: number) => beyond === null || level < beyond;
  const headroom = steps.findLast(({ verdict, level }) => verdict === 'within' && isBelow(level))?.level ?? null;
  return { headroom, beyond };
}
