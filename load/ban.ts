/**
 * Sends further requests after 429, to see whether the key is banned (rule 5 of the specification). Exhausts a minute's limit, then
 * sends a request per second, at most INSIST times, until a response is not 429, and one more after Retry-After. THE KEY MAY BE BANNED
 * PERMANENTLY: use a dedicated one. Records one line per request, and never judges.
 *
 *   printf 'free#4=%s\n' "$STORE_KEY_TO_LOSE" > keys
 *   k6 run --secret-source=file=keys -e BASE_URL=http://127.0.0.1:8080/v1 -e PLANS=free:60 \
 *     --log-format raw --console-output ban.ndjson dist/load/ban.js
 *
 * Variables as in quota.ts, but with a dedicated key `plan#4` for each plan; and INSIST (30). Exit code 99: a planned request was not
 * sent, which shows nothing about the service.
 */
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { INSIST_EVERY_SECONDS } from '../src/k6/long-experiments.ts';
import { banExperiment, insistFrom } from './lib/experiment/ban.ts';
import { readConfig } from './lib/k6/config.ts';
import { labOfVu } from './lib/k6/k6-environment.ts';
import { startJournal } from './lib/k6/k6-journal.ts';
import { optionsFor } from './lib/k6/options.ts';
import { banScenarios, experimentOf, scenarioName } from './lib/k6/scenario.ts';

const config = readConfig(__ENV, open, 4);
const { experiments } = config;
const insisted = insistFrom(__ENV['INSIST']);
const complete = new Counter('experiments_complete');

export const options = optionsFor(
  experiments,
  banScenarios(experiments, insisted * (INSIST_EVERY_SECONDS + config.timeoutSeconds)),
  experiments.map(({ key }) => [`experiments_complete{scenario:${scenarioName(key)}}`, ['count==1']]),
);

export function setup(): number {
  return startJournal('ban', config);
}

export async function experiment(epoch: number): Promise<void> {
  const lab = await labOfVu(config, experimentOf(experiments, exec.scenario.name), epoch);
  const { stopped, planned, sent } = await banExperiment(lab, config, insisted);
  complete.add(stopped === undefined && planned === sent ? 1 : 0);
}
