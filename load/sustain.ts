/**
 * Paces at a plan's rate for whole windows: exactly `windows · requests-per-window` requests a key, the first of them in setup.
 * Records one line a request, judges nothing.
 *
 *   k6 run --secret-source=file=keys -e BASE_URL=http://127.0.0.1:8080/v1 -e PLANS=free:60 -e WINDOWS=2 \
 *     --log-format raw --console-output sustain.ndjson dist/load/sustain.js
 *
 * Variables as in quota.ts, and WINDOWS (1). Exit code 99: not exactly the planned number was sent, or not in time; it says nothing
 * about the service.
 */
import exec from 'k6/execution';
import type { SustainExperiment } from '../src/exchange/load-config.ts';
import { readConfig } from './lib/config.ts';
import { readKeys, startJournal, surroundings, write } from './lib/k6-surroundings.ts';
import { openLab } from './lib/lab.ts';
import { optionsFor } from './lib/options.ts';
import { pacer } from './lib/paced.ts';
import { preparation } from './lib/quota.ts';
import { LIST } from './lib/request.ts';
import { pacedCount, scenarioName, sustainScenarios } from './lib/scenario.ts';

const config = readConfig(__ENV, open);
const experiments = config.experiments.map(
  (experiment): SustainExperiment => ({ windows: Number(__ENV['WINDOWS'] ?? 1), ...experiment }),
);
const scenarios = sustainScenarios(experiments);

export const options = optionsFor(
  scenarios,
  Object.fromEntries(
    experiments.flatMap((experiment) => {
      const scenario = `{scenario:${scenarioName(experiment.key)}}`;
      return [
        [`http_reqs${scenario}`, [`count==${pacedCount(experiment)}`]],
        [`dropped_iterations${scenario}`, ['count==0']],
      ];
    }),
  ),
  Math.max(...experiments.map(({ windowSeconds }) => windowSeconds)),
);

interface Setup {
  readonly epoch: number;
  /** Experiments that ended with their calibration, by scenario. */
  readonly stopped: Record<string, boolean>;
}

export async function setup(): Promise<Setup> {
  const epoch = startJournal('sustain', { ...config, experiments });
  const keys = await readKeys(experiments);
  const stopped: Record<string, boolean> = {};
  const calibrateOne = async ({ secondKey: _, ...experiment }: SustainExperiment) => {
    const name = scenarioName(experiment.key);
    const prepared = await preparation(openLab(experiment, surroundings(config, `${name}.setup`, epoch, keys)));
    stopped[name] = 'stopped' in prepared;
  };
  await Promise.all(experiments.map(calibrateOne));
  return { epoch, stopped };
}

let next: (() => Promise<void>) | undefined;

export async function paced({ epoch, stopped }: Setup): Promise<void> {
  if (stopped[exec.scenario.name] === true) return;
  next ??= await begin(epoch);
  await next();
}

async function begin(epoch: number): Promise<() => Promise<void>> {
  const { name } = exec.scenario;
  const experiment = experiments.find(({ key }) => scenarioName(key) === name);
  const scenario = scenarios[name];
  if (experiment === undefined || scenario?.executor !== 'constant-arrival-rate')
    throw new Error(`no experiment for the scenario ${name}`);
  const instance = `${name}.${exec.vu.idInTest}`;
  const around = surroundings(config, instance, epoch, await readKeys([experiment]));
  const lab = openLab(experiment, around);
  const refusals = Math.max(1, Math.floor(config.refusals / scenario.maxVUs));
  const send = () => lab.send('sustain', LIST);
  return pacer({ key: experiment.key, instance, refusals, now: around.now, send, write });
}

/** VUs share no memory, so nobody knows how many were sent: the closing line says how many lines there must be. */
export function teardown({ epoch, stopped }: Setup): void {
  // k6 knows no run time in teardown ("not supported"); nothing is judged by this moment.
  const at = Date.now();
  for (const experiment of experiments) {
    const { key, plan, perWindow, windowSeconds } = experiment;
    const name = scenarioName(key);
    if (stopped[name] === true) continue;
    const counts = { planned: pacedCount(experiment), sent: null, phases: {}, refused: 0, unanswered: 0, skipped: [] };
    const about = { run: config.run, key, plan, perWindow, windowSeconds, instance: name, startedAt: epoch, at };
    write({ v: 1, kind: 'experiment', ...about, role: 'paced', ...counts });
  }
}
