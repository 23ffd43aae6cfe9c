import exec from 'k6/execution';
import type { LoadScript, QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Phase } from '../../../src/exchange/records/load-record.ts';
import { pacer } from '../experiment/paced.ts';
import { preparation } from '../experiment/quota.ts';
import { LIST } from '../wire/request.ts';
import type { FullConfig } from './config.ts';
import { labOfSetup, labOfVu, readKeys } from './k6-environment.ts';
import { closePaced, startJournal, write } from './k6-journal.ts';
import { type ScenarioOptions, scenarioName } from './scenario.ts';

/** Setup passes this to the VUs. */
export interface PacedSetup {
  readonly epoch: number;
  /** Experiments that ended with their calibration, by scenario. */
  readonly stopped: Readonly<Record<string, boolean>>;
}

/** Only the calibration: other requests of a preparation would take the place of paced ones. */
const NO_OPERATIONS = { readOnly: true, getRemoved: true };

/** For setup: opens the journal and calibrates every key. */
export async function beginPaced(script: LoadScript, config: FullConfig<QuotaExperiment>): Promise<PacedSetup> {
  const epoch = startJournal(script, config);
  const keys = await readKeys(config.experiments);
  const stopped: Record<string, boolean> = {};
  const calibrateOne = async ({ secondKey: _, ...experiment }: QuotaExperiment) => {
    const prepared = await preparation(labOfSetup(config, { ...experiment, ...NO_OPERATIONS }, epoch, keys));
    stopped[scenarioName(experiment.key)] = 'stopped' in prepared;
  };
  await Promise.all(config.experiments.map(calibrateOne));
  return { epoch, stopped };
}

/** The task of the VUs of a paced scenario. */
export interface PacedVu {
  readonly config: FullConfig<QuotaExperiment>;
  readonly experiment: QuotaExperiment;
  readonly phase: Phase;
  readonly scenario: ScenarioOptions | undefined;
  /** Allowed refusals of all VUs of the scenario; at least one per VU. */
  readonly refusals: number;
}

/** A paced scenario's function: one iteration of the calling VU, which prepares itself at its first one. */
export function pacedTurns(partOf: (scenario: string) => PacedVu): (data: PacedSetup) => Promise<void> {
  let next: (() => Promise<void>) | undefined;
  return async ({ epoch, stopped }) => {
    const { name } = exec.scenario;
    if (stopped[name] === true) return;
    next ??= await pacedVu(partOf(name), epoch);
    await next();
  };
}

/** The action of the calling VU in each iteration. */
async function pacedVu(vu: PacedVu, epoch: number): Promise<() => Promise<void>> {
  const { config, experiment, phase, scenario } = vu;
  if (scenario?.executor !== 'constant-arrival-rate') throw new Error(`${experiment.key} is not paced`);
  const lab = await labOfVu(config, experiment, epoch);
  return pacer({
    key: experiment.key,
    instance: `${exec.scenario.name}.${exec.vu.idInTest}`,
    phase,
    refusals: Math.max(1, Math.floor(vu.refusals / scenario.maxVUs)),
    now: lab.now,
    send: () => lab.send(phase, LIST),
    write,
  });
}

/** For teardown: the closing lines of experiments that continued after their calibration. */
export function endPaced<E extends QuotaExperiment>(
  { run, experiments }: FullConfig<E>,
  planned: (experiment: E) => number,
  { epoch, stopped }: PacedSetup,
): void {
  for (const experiment of experiments) {
    const name = scenarioName(experiment.key);
    if (stopped[name] !== true) closePaced(run, experiment, name, epoch, planned(experiment));
  }
}
