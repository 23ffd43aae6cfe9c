import type { Objectives } from '../exchange/records/capacity-record.ts';
import { because, type Reason } from '../rules/outcome.ts';
import { isShort } from './figures.ts';
import type { Invalidity, JudgedStep, StepFigures } from './result-schema.ts';
import { stated, toleratedLag } from './steps.ts';
import { ms, percent } from './words.ts';

/** Minimum share of planned requests that must be sent. */
const OFFERED = 0.99;

export function judgeStep(figures: StepFigures, objectives: Objectives, problems: readonly Reason[] = []): JudgedStep {
  const swamped = isShort(figures) && figures.openAtMost >= figures.vus;
  const invalid = invalidity(figures, objectives, problems, swamped);
  if (invalid !== undefined) {
    const [kind, ...reasons] = invalid;
    return { ...figures, swamped, verdict: 'invalid', invalid: kind, ...withReasons(reasons) };
  }
  const broken = both(violations(figures, objectives));
  if (broken.length > 0) return { ...figures, swamped, verdict: 'beyond', ...withReasons(broken) };
  const doubts = [...(swamped ? [whySwamped(figures)] : []), ...both(unproven(figures, objectives))];
  return { ...figures, swamped, verdict: doubts.length > 0 ? 'open' : 'within', ...withReasons(doubts) };
}

/** The reasons of a verdict as results.json has them: their sentences, and in the same order their codes and values. */
export const withReasons = (all: readonly Reason[]) => ({
  because: all.map(({ reason }) => reason),
  reasons: all.map(({ code, params }) => ({ code, params })),
});

export interface Against {
  readonly latency: readonly Reason[];
  readonly errors: readonly Reason[];
}

const both = ({ latency, errors }: Against) => [...latency, ...errors];

function invalidity(
  figures: StepFigures,
  objectives: Objectives,
  problems: readonly Reason[],
  swamped: boolean,
): readonly [Invalidity, ...Reason[]] | undefined {
  const { limited, denied, sent, planned, lagP99, busy } = figures;
  if (limited > 0) return ['keys', because('step-rate-limited', { requests: limited })];
  if (denied > 0) return ['keys', because('step-denied', { requests: denied })];
  if (problems.length > 0) return ['run', ...problems];
  const lateP99 = figures.lateP99 ?? 0;
  const allowed = toleratedLag(objectives);
  const load = busy === null ? '' : `; the CPU load of this machine was ${Math.round(busy * 100)} %`;
  const most = ms(allowed);
  if (lagP99 === null) return ['machine', because('unmeasured-timers', { load })];
  if (lagP99 > allowed) return ['machine', because('late-timers', { late: ms(lagP99, allowed), most, load })];
  if (lateP99 > allowed) return ['machine', because('requests-late', { late: ms(lateP99, allowed), most, load })];
  if (isShort(figures) && sent < planned * OFFERED && !swamped)
    return ['machine', because('requests-not-sent', { unsent: planned - sent, planned, load })];
  return undefined;
}

/** Objectives whose lower interval end is too high, after subtracting the generator's lateness. The text has the measured figures, like every table. */
export function violations(figures: StepFigures, objectives: Objectives): Against {
  const own = figures.lagP99 ?? 0;
  const latency = stated(objectives).flatMap(({ name: quantile, ms: most }) => {
    const { value, from } = figures.latency[quantile];
    const shown = { quantile, value: ms(value, most), least: ms(from, most), objective: ms(most) };
    return figures.served[quantile].from - own > most ? [because('latency-missed', shown)] : [];
  });
  const { value, from } = figures.errors;
  const shown = { value: percent(value), least: percent(from), objective: percent(objectives.errorShare) };
  return { latency, errors: from > objectives.errorShare ? [because('errors-missed', shown)] : [] };
}

/** Objectives whose upper interval end is too high or unknown. */
export function unproven(figures: StepFigures, objectives: Objectives): Against {
  const latency = stated(objectives).flatMap(({ name: quantile, ms: most }): Reason[] => {
    const { value, to } = figures.latency[quantile];
    if (to !== null && to <= most) return [];
    if (to === null) return [because('latency-unknown', { responses: figures.sent, quantile })];
    const shown = { quantile, value: ms(value, most), most: ms(to, most), objective: ms(most) };
    return [because('latency-unproven', shown)];
  });
  const { value, to } = figures.errors;
  const objective = percent(objectives.errorShare);
  if (to === null) return { latency, errors: [because('errors-unknown', { objective })] };
  const shown = { value: percent(value), most: percent(to), objective };
  return { latency, errors: to <= objectives.errorShare ? [] : [because('errors-unproven', shown)] };
}

/** The reason if the service kept the generator from sending everything. */
export const whySwamped = ({ vus: waiting, planned, sent }: StepFigures) =>
  because('requests-blocked', { waiting, unsent: planned - sent, planned });

/** The factor above an objective that stops the experiment: higher steps would only do harm. */
const FAR = 2;

/** Whether to stop after this step, judged from its records and not by k6. A machine that was busy for a while may offer the next step. */
export function endsExperiment(step: JudgedStep, objectives: Objectives): boolean {
  const isOurs = step.verdict === 'invalid' && step.invalid === 'machine';
  if (step.swamped || (step.verdict === 'invalid' && !isOurs)) return true;
  if (step.verdict !== 'beyond' && !isOurs) return false;
  return (
    stated(objectives).some(({ name, ms: most }) => step.served[name].from - (step.lagP99 ?? 0) > FAR * most) ||
    step.errors.from > FAR * objectives.errorShare
  );
}
