import { type Objectives, stated, toleratedLag } from './objectives.ts';
import type { Invalidity, JudgedStep, StepFigures } from './result-schema.ts';
import { isShort } from './statistics/figures.ts';

/** What was offered must be this share of what was planned. */
export const OFFERED = 0.99;

export function judgeStep(figures: StepFigures, objectives: Objectives, problems: readonly string[] = []): JudgedStep {
  const swamped = isShort(figures) && figures.openAtMost >= figures.vus;
  const invalid = invalidity(figures, objectives, problems, swamped);
  if (invalid !== undefined) return { ...figures, swamped, verdict: 'invalid', ...invalid };
  const broken = both(breaches(figures, objectives));
  if (broken.length > 0) return { ...figures, swamped, verdict: 'beyond', because: broken };
  const doubts = [...(swamped ? [whySwamped(figures)] : []), ...both(unproven(figures, objectives))];
  if (doubts.length > 0) return { ...figures, swamped, verdict: 'open', because: doubts };
  return { ...figures, swamped, verdict: 'within', because: [] };
}

/** What stands against a step, by requirement. */
export interface Against {
  readonly latency: readonly string[];
  readonly errors: readonly string[];
}

const both = ({ latency, errors }: Against) => [...latency, ...errors];

function invalidity(
  figures: StepFigures,
  objectives: Objectives,
  problems: readonly string[],
  swamped: boolean,
): { readonly invalid: Invalidity; readonly because: readonly string[] } | undefined {
  const { limited, denied, sent, planned, lagP99, lateP99, busy } = figures;
  if (limited > 0)
    return {
      invalid: 'keys',
      because: [
        `${limited} requests were refused with 429 though no key was driven above 90 % of its limit: somebody else uses the keys, or their limits are others`,
      ],
    };
  if (denied > 0) return { invalid: 'keys', because: [`${denied} requests were answered 401 or 403: a key is wrong`] };
  if (problems.length > 0) return { invalid: 'run', because: problems };
  const most = toleratedLag(objectives);
  const load = busy === null ? '' : `; its processors were ${Math.round(busy * 100)} % busy`;
  const machine = (what: string) => ({ invalid: 'machine' as const, because: [`this machine: ${what}${load}`] });
  if (lagP99 === null) return machine('the generator did not measure itself');
  if (lagP99 > most)
    return machine(`timers of the generator were up to ${ms(lagP99)} late (p99; ${ms(most)} are tolerated)`);
  if ((lateP99 ?? 0) > most)
    return machine(`requests were sent up to ${ms(lateP99 ?? 0)} late (p99; ${ms(most)} are tolerated)`);
  if (isShort(figures) && sent < planned * OFFERED && !swamped)
    return machine(`${planned - sent} of ${planned} requests were not sent`);
  return undefined;
}

/** Where even the lower end is too high; what the generator may have added is taken off. */
export function breaches(figures: StepFigures, objectives: Objectives): Against {
  const own = figures.lagP99 ?? 0;
  const latency = stated(objectives).flatMap(({ name, ms: most }) => {
    const { value, from } = figures.served[name];
    return from - own > most
      ? [`${name} is ${ms(value, most)}, at least ${ms(from - own, most)}; the objective is ${ms(most)}`]
      : [];
  });
  const { value, from } = figures.errors;
  const errors =
    from > objectives.errorShare
      ? [`${percent(value)} failed, at least ${percent(from)}; the objective is ${percent(objectives.errorShare)}`]
      : [];
  return { latency, errors };
}

/** Where the upper end is above the objective, or unknown. */
export function unproven(figures: StepFigures, objectives: Objectives): Against {
  const latency = stated(objectives).flatMap(({ name, ms: most }) => {
    const { value, to } = figures.latency[name];
    if (to !== null && to <= most) return [];
    return [
      to === null
        ? `too few answers (${figures.sent}) to say how high ${name} may be`
        : `${name} is ${ms(value, most)}, but may be ${ms(to, most)}; the objective is ${ms(most)}`,
    ];
  });
  const { value, to } = figures.errors;
  if (to !== null && to <= objectives.errorShare) return { latency, errors: [] };
  const high = to === null ? 'nothing was sent' : `${percent(value)} failed, but it may be ${percent(to)}`;
  return { latency, errors: [`${high}; the objective is ${percent(objectives.errorShare)}`] };
}

/** Why not everything could be sent, where that was no fault of the generator. */
export const whySwamped = ({ vus, planned, sent }: StepFigures) =>
  `the service kept ${vus} requests waiting at once, so ${planned - sent} of ${planned} could not be sent`;

/** Milliseconds as they are shown everywhere: one decimal below 10, and if the next whole number would be the objective itself. */
export function millis(value: number, objective?: number): string {
  const isClose = objective !== undefined && value !== objective && Math.round(value) === Math.round(objective);
  return value < 10 || isClose ? value.toFixed(1) : String(Math.round(value));
}

export const ms = (value: number, objective?: number) => `${millis(value, objective)} ms`;
export const percent = (share: number) => `${Number((share * 100).toPrecision(3))} %`;

/** How far above its objective a value ends the experiment: higher steps would only hurt. */
const FAR = 2;

/** Whether to stop after this step. Decided from what was recorded, not by k6. */
export function endsExperiment(step: JudgedStep, objectives: Objectives): boolean {
  if (step.verdict === 'invalid' || step.swamped) return true;
  if (step.verdict !== 'beyond') return false;
  return (
    stated(objectives).some(({ name, ms: most }) => step.served[name].from > FAR * most) ||
    step.errors.from > FAR * objectives.errorShare
  );
}
