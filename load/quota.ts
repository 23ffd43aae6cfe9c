/**
 * The limit experiment: one VU for each key. Records one line per request, and never judges.
 *
 *   printf 'free#1=%s\n' "$STORE_API_KEY_FREE" > keys
 *   k6 run --secret-source=file=keys -e BASE_URL=http://127.0.0.1:8080/v1 -e PLANS=free:60 \
 *     --log-format raw --console-output quota.ndjson dist/load/quota.js
 *
 * Variables: BASE_URL; PLANS `plan:requests-per-window,…` with a key `plan#1` each; WINDOW_SECONDS (60); RUN, an id for the lines;
 * or CONFIG, a JSON file with all of it (src/exchange/records/load-config.ts). CLIENT_CERT and CLIENT_KEY, PEM files, if the service requires
 * a client certificate. Paths are absolute, as k6 resolves others from the script.
 * Use a new file for --console-output: k6 appends. Exit code 99: the experiment is invalid (a planned request was not sent, or it
 * ended early), which shows nothing about the service.
 */
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import type { QuotaExperiment } from '../src/exchange/records/load-config.ts';
import type { Experiment } from '../src/exchange/records/load-record.ts';
import type { Crew } from './lib/experiment/burst.ts';
import {
  leadExperiment,
  preparation,
  type SharedPreparation,
  shareExperiment,
  wholeExperiment,
} from './lib/experiment/quota.ts';
import { readConfig } from './lib/k6/config.ts';
import { labOfSetup, labOfVu, readKeys } from './lib/k6/k6-environment.ts';
import { startJournal } from './lib/k6/k6-journal.ts';
import { optionsFor } from './lib/k6/options.ts';
import { experimentOf, quotaScenarios, scenarioName, vusFor } from './lib/k6/scenario.ts';

const config = readConfig(__ENV, open);
const others = config.experiments.reduce((sum, experiment) => sum + vusFor(experiment, config.perVu) - 1, 0);
const complete = new Counter('experiments_complete');

export const options = optionsFor(
  config.experiments,
  quotaScenarios(config.experiments, config.perVu),
  // A counter without samples is 0, so equality is the only comparison that cannot pass without evidence.
  config.experiments.map((experiment) => [
    `experiments_complete{scenario:${scenarioName(experiment.key)}}`,
    [`count==${vusFor(experiment, config.perVu)}`],
  ]),
);

interface Setup {
  readonly epoch: number;
  readonly shared: Record<string, SharedPreparation>;
}

export async function setup(): Promise<Setup> {
  const epoch = startJournal('quota', config);
  const keys = await readKeys(config.experiments);
  const shared: Record<string, SharedPreparation> = {};
  const prepareShared = async (experiment: QuotaExperiment) => {
    shared[scenarioName(experiment.key)] = await preparation(labOfSetup(config, experiment, epoch, keys));
  };
  await Promise.all(config.experiments.filter((experiment) => vusFor(experiment, config.perVu) > 1).map(prepareShared));
  return { epoch, shared };
}

export async function experiment({ epoch, shared }: Setup): Promise<void> {
  const { name } = exec.scenario;
  const began = exec.instance.currentTestRunDuration;
  const mine = experimentOf(config.experiments, name);
  const prepared = shared[name];
  const offset = prepared === undefined || 'stopped' in prepared ? null : prepared.offset;
  const lab = await labOfVu(config, mine, epoch, offset);
  const crew: Crew = { others: vusFor(mine, config.perVu) - 1, done: () => othersDone(mine.windowSeconds, lab.pause) };
  const share = exec.scenario.iterationInTest > 0;
  if (prepared === undefined) countComplete(await wholeExperiment(lab, config));
  else if (share) countComplete(await shareExperiment(lab, prepared, config, crew.others));
  else countComplete(await leadExperiment(lab, prepared, config, crew));
  // The leader of another experiment counts ended iterations, and must not count this one as a share: so none ends
  // early.
  const early = began + mine.windowSeconds * 1_000 - exec.instance.currentTestRunDuration;
  if (!share && others > 0 && early > 0) await lab.pause(early);
}

function countComplete({ stopped, planned, sent }: Experiment): void {
  // An experiment that refusals stopped is complete too: it shows that the limiter refuses far too early.
  const ended = stopped === undefined || stopped === 'refusals';
  complete.add(ended && (planned === sent || stopped === 'refusals') ? 1 : 0);
}

/** VUs share no memory; a VU only sees how many iterations of the others have ended. */
async function othersDone(windowSeconds: number, pause: (milliseconds: number) => Promise<void>): Promise<void> {
  const { instance } = exec;
  const deadline = instance.currentTestRunDuration + windowSeconds * 1_000;
  const ended = () => instance.iterationsCompleted + instance.iterationsInterrupted;
  while (ended() < others && instance.currentTestRunDuration < deadline) await pause(20);
}
