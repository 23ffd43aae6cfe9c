/**
 * The limit experiment, with one VU for each key. Records one line per request, and never judges. Exit code 99: an experiment is invalid,
 * because it ended early or did not send a planned request. This shows nothing about the service.
 */
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import type { LoadConfig } from '../src/exchange/records/load-config.ts';
import { quotaExperiment } from './experiment/quota-experiment.ts';
import { readLoadConfig, recorderOf, startJournal } from './runtime/k6-environment.ts';
import { experimentNamed, optionsFor, quotaScenarios, scenarioName } from './runtime/scenario.ts';

const config = readLoadConfig<LoadConfig>();
const complete = new Counter('experiments_complete');

export const options = optionsFor(
  config.experiments,
  quotaScenarios(config.experiments),
  // A counter without samples is 0, so equality is the only comparison that cannot pass without evidence.
  config.experiments.map(({ key }) => [`experiments_complete{scenario:${scenarioName(key)}}`, 'count==1']),
);

export const setup = (): number => startJournal('quota', config);

export async function experiment(epoch: number): Promise<void> {
  const recorder = await recorderOf(config, experimentNamed(config.experiments, exec.scenario.name), epoch);
  const { stopped, planned, sent } = await quotaExperiment(recorder);
  // An experiment that refusals stopped is complete, too: it shows that the limiter refuses far too early.
  complete.add(stopped === 'refusals' || (stopped === undefined && planned === sent) ? 1 : 0);
}
