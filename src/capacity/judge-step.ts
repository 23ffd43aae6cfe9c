import { type Objectives, stated, toleratedLag } from './objectives.ts';
import type { Invalidity, JudgedStep, StepFigures } from './result-schema.ts';
import { isShort } from './statistics/figures.ts';

/** Minimum share of planned requests that must be sent. */
export const OFFERED = 0.99;

export function judgeStep(figures: StepFigures, objectives: Objectives, problems: readonly string[] = []): JudgedStep {
  const swamped = isShort(figures) && figures.openAtMost >= figures.vus;
  const invalid = invalidity(figures, objectives, problems, swamped);
  if (invalid !== undefined) return { ...figures, swamped, verdict: 'invalid', ...invalid };
  const broken = both(violations(figures, objectives));
  if (broken.length > 0) return { ...figures, swamped, verdict: 'beyond', because: broken };
  const doubts = [...(swamped ? [whySwamped(figures)] : []), ...both(unproven(figures, objectives))];
  if (doubts.length > 0) return { ...figures, swamped, verdict: 'open', because: doubts };
  return { ...figures, swamped, verdict: 'within', because: [] };
}

/** The reasons against a step, by requirement. */
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
        `${limited} ${limited === 1 ? 'request' : 'requests'} got 429 although no key exceeded 90 % of its limit: another client uses the keys, or their limits are lower`,
      ],
    };
  if (denied > 0)
    return {
      invalid: 'keys',
      because: [`${denied} ${denied === 1 ? 'request' : 'requests'} got 401 or 403: a key is wrong`],
    };
  if (problems.length > 0) return { invalid: 'run', because: problems };
  const most = toleratedLag(objectives);
  const load = busy === null ? '' : `; its CPU load was ${Math.round(busy * 100)} %`;
  const machine = (what: string) => ({ invalid: 'machine' as const, because: [`this machine: ${what}${load}`] });
  if (lagP99 === null) return machine('the load generator did not measure its timers');
  if (lagP99 > most)
    return machine(`the load generator's timers were up to ${ms(lagP99)} late (p99; at most ${ms(most)} is allowed)`);
  if ((lateP99 ?? 0) > most)
    return machine(`requests were sent up to ${ms(lateP99 ?? 0)} late (p99; at most ${ms(most)} is allowed)`);
  if (isShort(figures) && sent < planned * OFFERED && !swamped)
    return machine(`${planned - sent} of ${planned} requests were not sent`);
  return undefined;
}

/** Objectives whose lower interval end is too high, after subtracting the generator's lateness. The text has the measured figures, like every table. */
export function violations(figures: StepFigures, objectives: Objectives): Against {
  const own = figures.lagP99 ?? 0;
  const latency = stated(objectives).flatMap(({ name, ms: most }) => {
    const { value, from } = figures.latency[name];
    return figures.served[name].from - own > most
      ? [`${name} is ${ms(value, most)}, at least ${ms(from, most)}; the objective is ${ms(most)}`]
      : [];
  });
  const { value, from } = figures.errors;
  const errors =
    from > objectives.errorShare
      ? [
          `the error rate is ${percent(value)}, at least ${percent(from)}; the objective is ${percent(objectives.errorShare)}`,
        ]
      : [];
  return { latency, errors };
}

/** Objectives whose upper interval end is too high or unknown. */
export function unproven(figures: StepFigures, objectives: Objectives): Against {
  const latency = stated(objectives).flatMap(({ name, ms: most }) => {
    const { value, to } = figures.latency[name];
    if (to !== null && to <= most) return [];
    return [
      to === null
        ? `too few responses (${figures.sent}) for an upper bound of ${name}`
        : `${name} is ${ms(value, most)}, but may be ${ms(to, most)}; the objective is ${ms(most)}`,
    ];
  });
  const { value, to } = figures.errors;
  if (to !== null && to <= objectives.errorShare) return { latency, errors: [] };
  const high = to === null ? 'nothing was sent' : `the error rate is ${percent(value)}, but may be ${percent(to)}`;
  return { latency, errors: [`${high}; the objective is ${percent(objectives.errorShare)}`] };
}

/** The reason if the service kept the generator from sending everything. */
export const whySwamped = ({ vus, planned, sent }: StepFigures) =>
  `${vus} requests were waiting for a response, so ${planned - sent} of ${planned} could not be sent`;

/** Milliseconds as they are shown everywhere: one decimal below 10, and if the next whole number would be the objective itself. */
export function millis(value: number, objective?: number): string {
  const isClose = objective !== undefined && value !== objective && Math.round(value) === Math.round(objective);
  return value < 10 || isClose ? value.toFixed(1) : String(Math.round(value));
}

export const ms = (value: number, objective?: number) => `${millis(value, objective)} ms`;
export const percent = (share: number) => `${Number((share * 100).toPrecision(3))} %`;

/** The factor above an objective that stops the experiment: higher steps would only do harm. */
const FAR = 2;

/** Whether to stop after this step, judged from its records and not by k6. */
export function endsExperiment(step: JudgedStep, objectives: Objectives): boolean {
  if (step.verdict === 'invalid' || step.swamped) return true;
  if (step.verdict !== 'beyond') return false;
  return (
    stated(objectives).some(({ name, ms: most }) => step.served[name].from > FAR * most) ||
    step.errors.from > FAR * objectives.errorShare
  );
}
