import type { ConstantArrivalRateScenario } from 'k6/options';
import { REFUSALS } from '../../../src/exchange/allowances.ts';
import { dayPlan } from '../../../src/exchange/day-plan.ts';
import type { DailyExperiment, LoadConfig, SustainExperiment } from '../../../src/exchange/records/load-config.ts';
import { milliseconds, pacedSeconds, type Scenarios, scenarioName, scenariosOf } from '../k6/scenario.ts';

/** Complete windows at the plan's rate, or just below it until the number of the day is exhausted. */
export type PacedExperiment = SustainExperiment | DailyExperiment;

/** Enough for responses that take this long. Each VU stops after a refusal, so there must not be many. */
const LONGEST_ANSWER_SECONDS = 0.5;

/** N requests are paced over a window and this: the first takes effect late, and one more would fall into its window. */
const SLACK_SECONDS = 0.5;

/** The requests of a key after its calibration: `offered` in `windowSeconds`. `last`: seconds until one more, after any minute's Reset. */
export function paceOf(experiment: PacedExperiment) {
  if ('windows' in experiment) {
    const { perWindow: offered, windows } = experiment;
    const windowSeconds = experiment.windowSeconds + SLACK_SECONDS;
    const vus = Math.max(REFUSALS, Math.ceil((LONGEST_ANSWER_SECONDS * offered) / windowSeconds));
    return { script: 'sustain', count: offered * windows - 1, offered, windowSeconds, vus } as const;
  }
  const { offered, paced: count, seconds: last, vus } = dayPlan(experiment);
  const { windowSeconds } = experiment;
  return { script: 'daily', count, offered, windowSeconds, vus, last } as const;
}

/** Ends the name of the scenario of the one request after all others of a key. */
export const LAST = '-last';

/** k6 rejects shorter ones. */
const SHORTEST_SECONDS = 1;

/** Starts a period after the calibration in setup, which counts as the first request. */
function pacedScenario(experiment: PacedExperiment): ConstantArrivalRateScenario {
  const { count, offered, windowSeconds, vus } = paceOf(experiment);
  const seconds = pacedSeconds(count, offered, windowSeconds);
  if (seconds < SHORTEST_SECONDS)
    throw new Error(`${experiment.key}: too few requests to be paced over ${SHORTEST_SECONDS} s`);
  return {
    executor: 'constant-arrival-rate',
    exec: 'paced',
    rate: offered,
    timeUnit: `${windowSeconds}s`,
    duration: milliseconds(seconds),
    startTime: milliseconds(windowSeconds / offered),
    preAllocatedVUs: vus,
    maxVUs: vus,
    gracefulStop: '30s',
  };
}

/** The paced requests of each key, and of a day one more after any minute's limit has reset. */
export function pacedScenarios({ experiments, timeoutSeconds }: LoadConfig<PacedExperiment>): Scenarios {
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
  return { ...scenariosOf(experiments, pacedScenario), ...Object.fromEntries(last) };
}
