import type { LoadConfig, LoadScript, QuotaExperiment } from '../exchange/load-config.ts';

/** Milliseconds above all that a run can take by its own limits: setup (3 W + 120 s), scenario (5 W + 120 s) or the paced windows. */
export function longestRun(kind: LoadScript, { experiments }: LoadConfig): number {
  const seconds = experiments.map(
    (experiment) => experiment.windowSeconds * (kind === 'quota' ? 9 : 4 + windowsOf(experiment)) + 300,
  );
  return Math.max(...seconds) * 1_000;
}

function windowsOf(experiment: QuotaExperiment): number {
  return 'windows' in experiment && typeof experiment.windows === 'number' ? experiment.windows : 1;
}
