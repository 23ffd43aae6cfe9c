/**
 * Sends at a plan's rate for complete windows: exactly `windows · requests-per-window` requests per key, the first of them in setup.
 * Records one line per request, and never judges.
 *
 *   k6 run --secret-source=file=keys -e BASE_URL=http://127.0.0.1:8080/v1 -e PLANS=free:60 -e WINDOWS=2 \
 *     --log-format raw --console-output sustain.ndjson dist/load/sustain.js
 *
 * Variables as in quota.ts, and WINDOWS (1). Exit code 99: not exactly the planned number was sent, or not in time, which shows
 * nothing about the service.
 */
import { REFUSALS } from '../src/exchange/load-defaults.ts';
import type { SustainExperiment } from '../src/exchange/records/load-config.ts';
import { readConfig } from './lib/k6/config.ts';
import { beginPaced, endPaced, type PacedSetup, pacedTurns } from './lib/k6/k6-paced.ts';
import { optionsFor } from './lib/k6/options.ts';
import { pacedCount, scenarioName, sustainScenarios } from './lib/k6/scenario.ts';

const read = readConfig(__ENV, open);
const experiments = read.experiments.map(
  (experiment): SustainExperiment => ({ windows: Number(__ENV['WINDOWS'] ?? 1), ...experiment }),
);
const config = { ...read, experiments };
const scenarios = sustainScenarios(experiments);

export const options = optionsFor(
  experiments,
  scenarios,
  experiments.flatMap((experiment) => {
    const scenario = `{scenario:${scenarioName(experiment.key)}}`;
    return [
      [`http_reqs${scenario}`, [`count==${pacedCount(experiment)}`]],
      [`dropped_iterations${scenario}`, ['count==0']],
    ];
  }),
);

export function setup(): Promise<PacedSetup> {
  return beginPaced('sustain', config);
}

export const paced = pacedTurns('sustain', config, scenarios, REFUSALS);

export function teardown(data: PacedSetup): void {
  endPaced(config, pacedCount, data);
}
