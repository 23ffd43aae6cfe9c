import exec from 'k6/execution';
import type { LoadScript, QuotaExperiment } from '../../src/exchange/load-config.ts';
import type { Phase } from '../../src/exchange/load-record.ts';
import type { FullConfig } from './config.ts';
import { readKeys, startJournal, surroundings, write } from './k6-surroundings.ts';
import { type Lab, openLab } from './lab.ts';
import { pacer } from './paced.ts';
import { preparation } from './quota.ts';
import { LIST } from './request.ts';
import { type ScenarioOptions, scenarioName } from './scenario.ts';

/** What setup hands to the VUs. */
export interface PacedSetup {
  readonly epoch: number;
  /** Experiments that ended with their calibration, by scenario. */
  readonly stopped: Readonly<Record<string, boolean>>;
}

/** For setup: opens the journal and calibrates every key. */
export async function beginPaced(script: LoadScript, config: FullConfig<QuotaExperiment>): Promise<PacedSetup> {
  const epoch = startJournal(script, config);
  const keys = await readKeys(config.experiments);
  const stopped: Record<string, boolean> = {};
  const calibrateOne = async ({ secondKey: _, ...experiment }: QuotaExperiment) => {
    const name = scenarioName(experiment.key);
    const prepared = await preparation(openLab(experiment, surroundings(config, `${name}.setup`, epoch, keys)));
    stopped[name] = 'stopped' in prepared;
  };
  await Promise.all(config.experiments.map(calibrateOne));
  return { epoch, stopped };
}

/** The lab of the calling VU. */
export async function labOfVu(
  config: FullConfig<QuotaExperiment>,
  experiment: QuotaExperiment,
  epoch: number,
): Promise<Lab> {
  const instance = `${exec.scenario.name}.${exec.vu.idInTest}`;
  return openLab(experiment, surroundings(config, instance, epoch, await readKeys([experiment])));
}

/** What the VUs of a paced scenario are to do. */
export interface PacedVu {
  readonly config: FullConfig<QuotaExperiment>;
  readonly experiment: QuotaExperiment;
  readonly phase: Phase;
  readonly scenario: ScenarioOptions | undefined;
  /** Of all VUs of the scenario; each may draw one, at the least. */
  readonly refusals: number;
}

/** A paced scenario's function: one turn of the calling VU, which gets ready at its first one. */
export function pacedTurns(partOf: (scenario: string) => PacedVu): (data: PacedSetup) => Promise<void> {
  let next: (() => Promise<void>) | undefined;
  return async ({ epoch, stopped }) => {
    const { name } = exec.scenario;
    if (stopped[name] === true) return;
    next ??= await pacedVu(partOf(name), epoch);
    await next();
  };
}

/** What the calling VU does at each of its turns. */
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

/** For teardown. VUs share no memory, so nobody knows how many were sent: the closing line says how many lines there must be. */
export function endPaced<E extends QuotaExperiment>(
  { run, experiments }: FullConfig<E>,
  planned: (experiment: E) => number,
  { epoch, stopped }: PacedSetup,
): void {
  // k6 knows no run time in teardown ("not supported"); nothing is judged by this moment.
  const at = Date.now();
  for (const experiment of experiments) {
    const { key, plan, perWindow, windowSeconds } = experiment;
    const name = scenarioName(key);
    if (stopped[name] === true) continue;
    const counts = { planned: planned(experiment), sent: null, phases: {}, refused: 0, unanswered: 0, skipped: [] };
    const about = { run, key, plan, perWindow, windowSeconds, instance: name, startedAt: epoch, at };
    write({ v: 1, kind: 'experiment', ...about, role: 'paced', ...counts });
  }
}
