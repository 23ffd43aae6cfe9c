/**
 * Exhausts the daily limit of a dedicated key, paced just below the plan's rate, so that the minute's limit never refuses. After the
 * first refusals it sends only one more request, two windows later, which distinguishes the day's refusal from a minute's. Takes
 * 20 minutes for free:60:1000, 2 hours for business:1000:100000. Records one line per request, and never judges.
 *
 *   printf 'free#3=%s\n' "$STORE_DAILY_KEY_FREE" > keys
 *   k6 run --secret-source=file=keys -e BASE_URL=http://127.0.0.1:8080/v1 -e PLANS=free:60:1000 \
 *     --log-format raw --console-output daily.ndjson dist/load/daily.js
 *
 * Variables as in quota.ts, but PLANS is `plan:requests-per-window:requests-per-day,…` with a dedicated key `plan#3`
 * for each plan. Exit code 99: a planned request has no line; 108: no key can be used. Neither shows anything about the service.
 */
import exec from 'k6/execution';
import { dayPlan } from '../src/k6/long-experiments.ts';
import { dailyScenarios, dayConfig, lastName } from './lib/experiment/day.ts';
import { readConfig } from './lib/k6/config.ts';
import { labOfVu } from './lib/k6/k6-environment.ts';
import { beginPaced, endPaced, type PacedSetup, pacedTurns } from './lib/k6/k6-paced.ts';
import { optionsFor } from './lib/k6/options.ts';
import { experimentOf, scenarioName } from './lib/k6/scenario.ts';
import { LIST } from './lib/wire/request.ts';

const config = dayConfig(readConfig(__ENV, open, 3));
const { experiments } = config;
const scenarios = dailyScenarios(config);
const pacedCount = (experiment: (typeof experiments)[number]) => dayPlan(experiment).paced;

export const options = optionsFor(
  experiments,
  scenarios,
  experiments.flatMap((experiment) => [
    [`iterations{scenario:${scenarioName(experiment.key)}}`, [`count==${pacedCount(experiment)}`]],
    [`iterations{scenario:${lastName(experiment.key)}}`, ['count==1']],
  ]),
);

export async function setup(): Promise<PacedSetup> {
  const data = await beginPaced('daily', config);
  // Otherwise k6 would go through all iterations of a day without a request.
  if (Object.values(data.stopped).every((one) => one)) exec.test.abort('no key can be used');
  return data;
}

export const paced = pacedTurns('daily', config, scenarios, 1);

export async function last({ epoch, stopped }: PacedSetup): Promise<void> {
  const experiment = experimentOf(experiments, exec.scenario.name, lastName);
  if (stopped[scenarioName(experiment.key)] === true) return;
  const lab = await labOfVu(config, experiment, epoch);
  await lab.send('daily', LIST);
}

export function teardown(data: PacedSetup): void {
  endPaced(config, (experiment) => pacedCount(experiment) + 1, data);
}
