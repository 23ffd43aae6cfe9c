import exec from 'k6/execution';
import type { LoadScript, QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Phase } from '../../../src/exchange/records/load-record.ts';
import type { Lab } from '../experiment/lab.ts';
import { isRefused } from '../experiment/outcome.ts';
import { prepare } from '../experiment/prepare.ts';
import { LIST } from '../wire/request.ts';
import type { FullConfig } from './config.ts';
import { labOfSetup, labOfVu, readKeys } from './k6-environment.ts';
import { closePaced, startJournal } from './k6-journal.ts';
import { experimentOf, type Scenarios, scenarioName } from './scenario.ts';
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
    const lab = labOfSetup(config, { ...experiment, ...NO_OPERATIONS }, epoch, keys);
    const prepared = await prepare(lab);
    const isStopped = 'stopped' in prepared;
    lab.close({ role: 'prepare', skipped: [], ...(isStopped ? { stopped: prepared.stopped } : {}) });
    stopped[scenarioName(experiment.key)] = isStopped;
  };
  await Promise.all(config.experiments.map(calibrateOne));
  return { epoch, stopped };
}

/**
 * A paced scenario's function: one iteration of the calling VU, which prepares itself at its first one. `refusals`: of all VUs of the
 * scenario, but at least one per VU.
 */
export function pacedTurns(
  phase: Phase,
  config: FullConfig<QuotaExperiment>,
  scenarios: Scenarios,
  refusals: number,
): (data: PacedSetup) => Promise<void> {
  let next: (() => Promise<void>) | undefined;
  return async ({ epoch, stopped }) => {
    const { name } = exec.scenario;
    if (stopped[name] === true) return;
    const scenario = scenarios[name];
    if (scenario?.executor !== 'constant-arrival-rate') throw new Error(`${name} is not paced`);
    next ??= pacer(
      await labOfVu(config, experimentOf(config.experiments, name), epoch),
      phase,
      Math.max(1, Math.floor(refusals / scenario.preAllocatedVUs)),
    );
    await next();
  };
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

/** The iteration of one VU of a paced run: it sends a request, or after its refusals records that it did not, so that every planned request has a line. */
function pacer(lab: Lab, phase: Phase, refusals: number): () => Promise<void> {
  let refused = 0;
  return async () => {
    if (refused >= refusals) lab.hold(phase);
    else if (isRefused(await lab.send(phase, LIST))) refused += 1;
  };
}
