import { dayPlan } from '../../../src/exchange/day-plan.ts';
import { REFUSALS } from '../../../src/exchange/load-defaults.ts';
import type { DailyExperiment, LoadConfig, SustainExperiment } from '../../../src/exchange/records/load-config.ts';
import { milliseconds, named, pacedScenario, type Scenarios, scenarioName } from '../k6/scenario.ts';

/** Complete windows at the plan's rate, or just below it until the number of the day is exhausted. */
export type PacedExperiment = SustainExperiment | DailyExperiment;

/** The requests of one key at a steady rate, after the calibration. */
export interface Pace {
  readonly script: 'sustain' | 'daily';
  readonly count: number;
  /** Requests in `windowSeconds`. */
  readonly offered: number;
  readonly windowSeconds: number;
  readonly vus: number;
  /** Of all VUs, but at least one each; then nothing more is sent. */
  readonly refusals: number;
  /** Seconds until one more request, when any minute's limit has reset. */
  readonly last?: number;
}

/** Enough for responses that take this long. Each VU stops after its share of refusals, so there must not be many. */
const LONGEST_ANSWER_SECONDS = 0.5;

/** N requests are paced over a window and this: the first takes effect late, and one more would fall into its window. */
const SLACK_SECONDS = 0.5;

export function paceOf(experiment: PacedExperiment): Pace {
  if ('windows' in experiment) {
    const { perWindow: offered, windows } = experiment;
    const windowSeconds = experiment.windowSeconds + SLACK_SECONDS;
    const vus = Math.max(8, Math.ceil((LONGEST_ANSWER_SECONDS * offered) / windowSeconds));
    return { script: 'sustain', count: offered * windows - 1, offered, windowSeconds, vus, refusals: REFUSALS };
  }
  const { offered, paced, seconds, vus } = dayPlan(experiment);
  if (!Number.isFinite(seconds)) throw new Error(`${experiment.key}: at that rate the day's number is never exhausted`);
  const { windowSeconds } = experiment;
  return { script: 'daily', count: paced, offered, windowSeconds, vus, refusals: 1, last: seconds };
}

/** Ends the name of the scenario of the one request after all others of a key. */
export const LAST = '-last';

/** The paced requests of each key, and of a day one more after any minute's limit has reset. */
export function pacedScenarios({ experiments, timeoutSeconds }: LoadConfig<PacedExperiment>): Scenarios {
  const paced = named(experiments, (experiment) => pacedScenario({ key: experiment.key, ...paceOf(experiment) }));
  const last = experiments.flatMap((experiment) => {
    const { last: seconds } = paceOf(experiment);
    if (seconds === undefined) return [];
    const startTime = milliseconds(seconds);
    const maxDuration = `${Math.ceil(timeoutSeconds + 30)}s`;
    const once = { executor: 'per-vu-iterations', exec: 'last', vus: 1, iterations: 1 } as const;
    return [
      [`${scenarioName(experiment.key)}${LAST}`, { ...once, startTime, maxDuration, gracefulStop: '1s' }] as const,
    ];
  });
  return { ...paced, ...Object.fromEntries(last) };
}
