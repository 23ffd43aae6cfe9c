/**
 * `sustain` sends at a plan's rate for complete windows. `daily` exhausts the daily limit of a dedicated key, just below the plan's rate,
 * so that the limit per minute never refuses. This takes 20 minutes for a plan of 60 per minute and 1,000 per day. Two windows after the
 * last paced request, `daily` sends one more: it shows whether the daily limit refuses. Records one line per request, and never judges.
 *
 * Exit code 99: not every planned iteration ran in time. 108 (`daily`): no key can be used. Neither is about the service.
 */
import exec from 'k6/execution';
import type { LoadConfig } from '../src/exchange/records/load-config.ts';
import { LIST } from './experiment/experiment-request.ts';
import { prepareKey } from './experiment/prepare-key.ts';
import { isRefused } from './experiment/recorder.ts';
import { closePaced, readLoadConfig, recorderOf, startJournal } from './runtime/k6-environment.ts';
import { LAST_SUFFIX, type PacedExperiment, pacedScenarios, paceOf } from './runtime/paced-scenario.ts';
import { experimentNamed, optionsFor, scenarioName } from './runtime/scenario.ts';

const config = readLoadConfig<LoadConfig<PacedExperiment>>();
const { experiments, run } = config;

export const options = optionsFor(
  experiments,
  pacedScenarios(config),
  experiments.flatMap((experiment) => {
    const { count, lastAtSeconds } = paceOf(experiment);
    const name = scenarioName(experiment.key);
    return [
      [`iterations{scenario:${name}}`, `count==${count}`],
      [`dropped_iterations{scenario:${name}}`, 'count==0'],
      ...(lastAtSeconds === undefined ? [] : [[`iterations{scenario:${name}${LAST_SUFFIX}}`, 'count==1'] as const]),
    ] as const;
  }),
);

/** Setup passes this to the VUs. */
type Setup = Awaited<ReturnType<typeof setup>>;

/** Opens the journal, and calibrates every key at the same time. */
export async function setup() {
  const script = experiments.every((experiment) => 'windows' in experiment) ? 'sustain' : 'daily';
  const epoch = startJournal(script, config);
  /** The scenarios of experiments that ended with their calibration. */
  const stopped: string[] = [];
  const calibrate = async (experiment: PacedExperiment) => {
    const name = scenarioName(experiment.key);
    const recorder = await recorderOf(config, experiment, epoch, `${name}.setup`);
    // Other operations would take the place of paced requests.
    const prepared = await prepareKey(recorder, { withOperations: false });
    const why = 'stopped' in prepared ? prepared.stopped : undefined;
    recorder.close({ role: 'prepare', stopped: why });
    if (why !== undefined) stopped.push(name);
  };
  await Promise.all(experiments.map(calibrate));
  // Otherwise k6 would go through all iterations of a day without a request.
  if (script === 'daily' && stopped.length === experiments.length) exec.test.abort('no key can be used');
  return { epoch, stopped };
}

let next: (() => Promise<void>) | undefined;

/** One iteration of the calling VU, which opens its recorder at its first one. */
export async function paced({ epoch, stopped }: Setup): Promise<void> {
  const { name } = exec.scenario;
  if (stopped.includes(name)) return;
  next ??= await pacer(epoch, name);
  await next();
}

/** The part of a window for which traffic pauses after the first window: then its requests no longer fill the limit (expiry-renewed). */
const PAUSE = 0.1;

/** Whether the request is due in the pause. The calibration is the first request. */
function isInPause({ perWindow }: PacedExperiment): boolean {
  const number = exec.scenario.iterationInTest + 1;
  return number >= perWindow && number < (1 + PAUSE) * perWindow;
}

/** Returns a function that sends a request. In the pause and after a refusal, it only records that the request was held. */
async function pacer(epoch: number, name: string): Promise<() => Promise<void>> {
  const experiment = experimentNamed(experiments, name);
  const { script } = paceOf(experiment);
  const recorder = await recorderOf(config, experiment, epoch);
  let wasRefused = false;
  return async () => {
    if (wasRefused || (script === 'sustain' && isInPause(experiment))) recorder.hold(script);
    else wasRefused = isRefused(await recorder.send(script, LIST));
  };
}

/** The request of `daily` after all others of a key. */
export async function sendLast({ epoch, stopped }: Setup): Promise<void> {
  const name = exec.scenario.name.slice(0, -LAST_SUFFIX.length);
  if (stopped.includes(name)) return;
  const send = await pacer(epoch, name);
  await send();
}

/** Writes the closing lines of the experiments that continued after their calibration. */
export function teardown({ epoch, stopped }: Setup): void {
  for (const experiment of experiments) {
    const name = scenarioName(experiment.key);
    const { count, lastAtSeconds } = paceOf(experiment);
    const planned = count + (lastAtSeconds === undefined ? 0 : 1);
    if (!stopped.includes(name)) closePaced({ run, key: experiment.key, instance: name, startedAt: epoch, planned });
  }
}
