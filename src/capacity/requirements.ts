import { because, found, holds, type Outcome, observed, undecided } from '../rules/outcome.ts';
import { CAPACITY } from '../spec/requirements/capacity.ts';
import { type Against, unproven, violations, whySwamped } from './judge-step.ts';
import { type Objectives, stated } from './objectives.ts';
import type { CapacityJudgement, JudgedStep } from './result-schema.ts';

type CapacityRequirement = (typeof CAPACITY)[number]['id'];

/** The requirements of capacity, in the catalogue's order. */
export const CAPACITY_REQUIREMENTS: readonly CapacityRequirement[] = CAPACITY.map(({ id }) => id);

/** The verdict of each requirement, consistent with the overall verdict. */
export function requirementOutcomes(
  steps: readonly JudgedStep[],
  judgement: CapacityJudgement,
  objectives: Objectives,
): Record<CapacityRequirement, Outcome> {
  const shown = steps.find(({ level }) => level === judgement.shownBy);
  const { headroom, knee } = judgement;
  const reason = judgement.because.join('; ');
  const latency = stated(objectives)
    .map(({ name, ms }) => `${name} ≤ ${ms} ms`)
    .join(', ');
  return {
    'capacity.offered-load': offered(shown, reason),
    'capacity.latency': of('latency', shown, objectives, reason, latency),
    'capacity.errors': of(
      'errors',
      shown,
      objectives,
      reason,
      `an error rate of at most ${objectives.errorShare * 100} %`,
    ),
    'capacity.headroom': observed({ headroom, knee }, steps.length),
  };
}

const notShown = (why: string) => because('capacity-not-shown', { why });

/** Whether the step is valid evidence. */
function offered(step: JudgedStep | undefined, reason: string): Outcome {
  if (step === undefined) return undecided(notShown(reason));
  return step.swamped ? undecided(notShown(whySwamped(step)), step.sent) : holds(step.sent);
}

function of(
  what: keyof Against,
  step: JudgedStep | undefined,
  objectives: Objectives,
  reason: string,
  expected: string,
): Outcome {
  if (step === undefined) return undecided(notShown(reason));
  const broken = violations(step, objectives)[what];
  if (broken.length > 0) {
    const percent = Math.round(step.level * 100);
    const findings = broken.map((measured) => found('objective-missed', { percent, objective: expected, measured }));
    return { kind: 'broken', findings, subjects: step.sent };
  }
  const [doubt] = unproven(step, objectives)[what];
  if (doubt !== undefined) return undecided(notShown(doubt), step.sent);
  return offered(step, reason);
}
