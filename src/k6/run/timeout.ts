import type {
  CapacityConfig,
  DailyExperiment,
  LoadConfig,
  LoadScript,
  QuotaExperiment,
  SustainExperiment,
} from '../../exchange/records/load-config.ts';
import { INSIST_EVERY_SECONDS, INSISTED } from '../ban.ts';
import { dayPlan } from '../day.ts';

/** Milliseconds above the longest run: setup (3 W + 120 s), and the scenario with its teardown. */
export function longestRun(kind: LoadScript, config: LoadConfig): number {
  const seconds = config.experiments.map((experiment) => secondsOf(kind, experiment, config) + 300);
  return Math.max(...seconds) * 1_000;
}

function secondsOf(
  kind: LoadScript,
  experiment: QuotaExperiment & Partial<SustainExperiment & DailyExperiment>,
  config: LoadConfig,
): number {
  const { refusals = 8, timeoutSeconds = 30 } = config;
  const { windowSeconds, windows = 1, perDay = 1 } = experiment;
  switch (kind) {
    case 'quota':
      return windowSeconds * 9;
    case 'sustain':
      return windowSeconds * (4 + windows);
    case 'daily': {
      const { seconds } = dayPlan({ ...experiment, perDay }, refusals);
      return windowSeconds * 4 + seconds + timeoutSeconds;
    }
    case 'ban':
      return windowSeconds * 9 + INSISTED * (INSIST_EVERY_SECONDS + timeoutSeconds);
    case 'capacity':
      return stepSeconds(config) + 2 * timeoutSeconds;
  }
}

function stepSeconds(config: LoadConfig & Partial<Pick<CapacityConfig, 'step'>>): number {
  const { step } = config;
  return step === undefined ? 0 : (step.count / step.perMinute) * 60;
}
