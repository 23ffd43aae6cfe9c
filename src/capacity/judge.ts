import type { Objectives, Projection } from '../exchange/records/capacity-record.ts';
import { because, found, holds, type Outcome, observed, type Reason, undecided } from '../rules/outcome.ts';
import { CAPACITY } from '../spec/requirements/capacity.ts';
import { nested, type Value } from '../text/template.ts';
import { type Against, unproven, violations, whySwamped, withReasons } from './judge-step.ts';
import { changedPlans } from './projection.ts';
import type { CapacityJudgement, JudgedStep } from './result-schema.ts';
import { objectiveTexts } from './steps.ts';

/** If responses fall below this share of the offered requests, a queue grows. */
const KEEPS_UP = 0.98;
const FEWEST_BEHIND = 20;

/** One verdict from all steps. The projected peak is level 1; a higher step that passes proves it, too. */
export function judgeCapacity(steps: readonly JudgedStep[]): CapacityJudgement {
  // The lowest valid step counts; higher ones are not a second chance.
  const peak = steps.find(({ verdict, level }) => verdict !== 'invalid' && level >= 1);
  const held = peak?.verdict === 'within' ? peak : undefined;
  const broken = steps.find(({ verdict, level }) => verdict === 'beyond' && level <= 1);
  const { within, beyond } = bracketOf(steps);
  const common = { headroom: within, beyond, knee: kneeOf(steps) };
  if (held !== undefined && broken === undefined)
    return { verdict: 'fits', shownBy: held.level, ...withReasons([]), ...common };
  if (broken !== undefined && held === undefined) {
    const { because, reasons } = broken;
    return { verdict: 'does-not-fit', shownBy: broken.level, because, ...(reasons && { reasons }), ...common };
  }
  return { verdict: 'not-proven', shownBy: null, ...withReasons(whyNot(steps, held, broken)), ...common };
}

function whyNot(steps: readonly JudgedStep[], held?: JudgedStep, broken?: JudgedStep): readonly Reason[] {
  if (held !== undefined && broken !== undefined)
    return [because('steps-contradict', { missed: percentOf(broken), met: percentOf(held) })];
  const decisive = steps.find(({ level }) => level >= 1) ?? steps.at(-1);
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

/** The knee: above this rate, the completed rate no longer grows. */
function kneeOf(steps: readonly JudgedStep[]): number | null {
  const behind = steps.filter(
    ({ invalid, completedRps, rps, planned }) =>
      invalid === undefined && completedRps < KEEPS_UP * rps && (1 - completedRps / rps) * planned >= FEWEST_BEHIND,
  );
  return behind.length === 0 ? null : Math.max(...behind.map(({ completedRps }) => completedRps));
}

type CapacityRequirement = (typeof CAPACITY)[number]['id'];

export const CAPACITY_REQUIREMENTS: readonly CapacityRequirement[] = CAPACITY.map(({ id }) => id);

/** The verdict of each requirement, consistent with the overall verdict. */
export function requirementOutcomes(
  steps: readonly JudgedStep[],
  judgement: CapacityJudgement,
  objectives: Objectives,
): Record<CapacityRequirement, Outcome> {
  const shown = steps.find(({ level }) => level === judgement.shownBy) ?? openPeak(steps, judgement);
  const { headroom, knee } = judgement;
  const why = codedOf(judgement);
  const texts = objectiveTexts(objectives);
  return {
    'capacity.offered-load': offered(shown, why),
    'capacity.latency': objectiveOutcome('latency', shown, objectives, why, texts.latency),
    'capacity.errors': objectiveOutcome('errors', shown, objectives, why, texts.errors),
    'capacity.headroom': observed({ headroom, knee }, steps.length),
  };
}

/** The step that leaves the verdict open. It may still prove single objectives. */
function openPeak(steps: readonly JudgedStep[], { verdict }: CapacityJudgement): JudgedStep | undefined {
  const peak = steps.find(({ level }) => level >= 1);
  return verdict === 'not-proven' && peak?.verdict === 'open' ? peak : undefined;
}

const notShown = (why: readonly Value[]) => because('capacity-not-shown', { why });

/** Whether the step is valid evidence. */
function offered(step: JudgedStep | undefined, why: readonly Value[]): Outcome {
  if (step === undefined) return undecided(notShown(why));
  return step.swamped ? undecided(whySwamped(step), step.sent) : holds(step.sent);
}

function objectiveOutcome(
  what: keyof Against,
  step: JudgedStep | undefined,
  objectives: Objectives,
  why: readonly Value[],
  expected: string,
): Outcome {
  if (step === undefined) return undecided(notShown(why));
  const broken = violations(step, objectives)[what];
  if (broken.length > 0) {
    const percent = percentOf(step);
    const missed = found('objective-missed', { percent, objective: expected, measured: broken.map(nested) });
    return { kind: 'broken', findings: [missed], subjects: step.sent };
  }
  const [doubt] = unproven(step, objectives)[what];
  if (doubt !== undefined) return undecided(doubt, step.sent);
  return offered(step, why);
}

/**
 * The levels between which the capacity lies, from steps in rising order: the highest within all objectives, below every step that is
 * beyond one, and the lowest that is; null if no step shows an end.
 */
export function bracketOf(steps: readonly Pick<JudgedStep, 'level' | 'verdict'>[]) {
  const first = steps.findIndex(({ verdict }) => verdict === 'beyond');
  const below = first === -1 ? steps : steps.slice(0, first);
  return {
    within: below.findLast(({ verdict }) => verdict === 'within')?.level ?? null,
    beyond: steps[first]?.level ?? null,
  };
}

const ROUNDING = 1e-6;

/**
 * The bracket as limits of the only changed plan, in requests/min, with everything else as projected. Undefined if no plan or several
 * change. Not above 0: the other plans alone are this load.
 */
export function limitBracket(projection: Projection, steps: Parameters<typeof bracketOf>[0]) {
  const [change, ...more] = changedPlans(projection);
  if (change === undefined || more.length > 0 || change.after.rps === 0) return undefined;
  const { within, beyond } = bracketOf(steps);
  const { rps } = projection.after;
  const others = rps - change.after.rps;
  const each = change.after.rps / change.changed;
  const limitAt = (level: number) => (level * rps - others) / each;
  return {
    plan: change.plan,
    today: change.perMinute ?? 0,
    /** Rounded down: a limit that fits must not be overstated. */
    fits: within === null ? null : Math.floor(limitAt(within) + ROUNDING),
    exceeds: beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING),
  };
}

/** Whether a step within the objectives shows that the peak with more active customers fits, too. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;
