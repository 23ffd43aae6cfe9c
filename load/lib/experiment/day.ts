import type { DailyExperiment, QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';
import { dayPlan } from '../../../src/k6/long-experiments.ts';
import type { FullConfig } from '../k6/config.ts';
import { milliseconds, pacedScenario, type Scenarios, scenarioName } from '../k6/scenario.ts';

/** The configuration of a day. Throws if an experiment has no daily limit. */
export function dayConfig(config: FullConfig<QuotaExperiment>): FullConfig<DailyExperiment> {
  return { ...config, experiments: config.experiments.map(withDay) };
}

function withDay(experiment: QuotaExperiment): DailyExperiment {
  const perDay = 'perDay' in experiment ? Number(experiment.perDay) : Number.NaN;
  if (!Number.isInteger(perDay) || perDay < 1)
    throw new Error('PLANS must read like free:60:1000, with the requests per day');
  return { ...experiment, perDay };
}

/** Phase of the one request after all others of that key. */
export function lastName(key: KeyLabel): string {
  return `${scenarioName(key)}-last`;
}

/** The paced requests of each key, and one more after any minute's limit has reset. */
export function dailyScenarios({ experiments, timeoutSeconds }: FullConfig<DailyExperiment>): Scenarios {
  const scenarios: Scenarios = {};
  for (const experiment of experiments) {
    const { key, windowSeconds } = experiment;
    const { offered, paced, seconds, vus } = dayPlan(experiment);
    if (!Number.isFinite(seconds)) throw new Error(`${key}: at that rate the day's number is never exhausted`);
    if (scenarioName(key) in scenarios) throw new Error(`two experiments with the key ${key}`);
    scenarios[scenarioName(key)] = pacedScenario({ key, count: paced, offered, windowSeconds, vus });
    scenarios[lastName(key)] = {
      executor: 'per-vu-iterations',
      exec: 'last',
      vus: 1,
      iterations: 1,
      startTime: milliseconds(seconds),
      maxDuration: `${Math.ceil(timeoutSeconds + 30)}s`,
      gracefulStop: '1s',
    };
  }
  return scenarios;
}
