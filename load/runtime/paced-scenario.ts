import type { ConstantArrivalRateScenario } from 'k6/options';
import { MAX_REFUSALS } from '../../src/exchange/allowances.ts';
import { dayPlan } from '../../src/exchange/day-plan.ts';
import type { KeyExperiment, LoadConfig } from '../../src/exchange/records/load-config.ts';
import { k6Duration, once, pacedSeconds, type Scenarios, scenarioName, scenariosOf } from './scenario.ts';

/** An experiment at the plan's rate for complete windows, or just below it until the daily limit is exhausted. */
export type PacedExperiment = KeyExperiment & ({ readonly windows: number } | { readonly perDay: number });

/** The VUs of steady traffic suffice for responses that take this long. More than those of a day (day-plan.ts) cost no refusals here. */
const SLOW_RESPONSE_SECONDS = 0.5;

/** N requests take a window and this longer. Otherwise, if the first one arrives late, N + 1 fall into its window. */
const SLACK_SECONDS = 0.5;

/** The pace after a calibration: `offered` requests in `periodSeconds`, and one more at `lastAtSeconds`, after any minute's Reset. */
export function paceOf(experiment: PacedExperiment) {
  if ('windows' in experiment) {
    const { perWindow: offered, windows } = experiment;
    const periodSeconds = experiment.windowSeconds + SLACK_SECONDS;
    const vus = Math.max(MAX_REFUSALS, Math.ceil((SLOW_RESPONSE_SECONDS * offered) / periodSeconds));
    return { script: 'sustain', count: offered * windows - 1, offered, periodSeconds, vus } as const;
  }
  const { offered, paced: count, seconds: lastAtSeconds, vus } = dayPlan(experiment);
  return { script: 'daily', count, offered, periodSeconds: experiment.windowSeconds, vus, lastAtSeconds } as const;
}

/** The end of a scenario's name: that of the one request after all others of a key. */
export const LAST_SUFFIX = '-last';

/** k6 rejects shorter scenarios. */
const MIN_SCENARIO_SECONDS = 1;

/** The scenario of a key. It starts one period after the calibration in setup, which counts as the first request. */
function pacedScenario(experiment: PacedExperiment): ConstantArrivalRateScenario {
  const { count, offered, periodSeconds, vus } = paceOf(experiment);
  const seconds = pacedSeconds(count, offered, periodSeconds);
  if (seconds < MIN_SCENARIO_SECONDS)
    throw new Error(`${experiment.key}: too few requests to be paced over ${MIN_SCENARIO_SECONDS} s`);
  return {
    executor: 'constant-arrival-rate',
    exec: 'paced',
    rate: offered,
    timeUnit: `${periodSeconds}s`,
    duration: k6Duration(seconds),
    startTime: k6Duration(periodSeconds / offered),
    preAllocatedVUs: vus,
    maxVUs: vus,
    gracefulStop: '30s',
  };
}

/** The scenarios of the paced requests of each key. A day has one more request, after any minute's limit has reset. */
export function pacedScenarios({ experiments, timeoutSeconds }: LoadConfig<PacedExperiment>): Scenarios {
  const last = experiments.flatMap((experiment) => {
    const { lastAtSeconds } = paceOf(experiment);
    if (lastAtSeconds === undefined) return [];
    const startTime = k6Duration(lastAtSeconds);
    const maxDuration = `${Math.ceil(timeoutSeconds + 30)}s`;
    return [[`${scenarioName(experiment.key)}${LAST_SUFFIX}`, once('sendLast', { startTime, maxDuration })] as const];
  });
  return { ...scenariosOf(experiments, pacedScenario), ...Object.fromEntries(last) };
}
