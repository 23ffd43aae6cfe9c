import type { Experiment, SkippedPhase, StopReason } from '../../../src/exchange/records/load-record.ts';
import { skipReason } from '../../../src/text/skips.ts';
import { GET_ONE, INVALID_CREATE, LIST } from '../wire/request.ts';
import { aftermath } from './aftermath.ts';
import { ALONE, burst, burstCounts, type Caution, type Crew, divided, pool, shareOf, topUp } from './burst.ts';
import type { Lab } from './lab.ts';
import { prepare } from './prepare.ts';

/** Setup passes this to the VUs that share a burst. */
export type SharedPreparation = Awaited<ReturnType<typeof prepare>>;

export async function wholeExperiment(lab: Lab, caution: Caution): Promise<Experiment> {
  return lab.close({ role: 'whole', ...(await afterPrepare(lab, await prepare(lab), caution, ALONE)) });
}

/** Step 1, in setup, for VUs that share no memory. */
export async function preparation(lab: Lab): Promise<SharedPreparation> {
  const prepared = await prepare(lab);
  lab.close({ role: 'prepare', skipped: [], ...('stopped' in prepared ? { stopped: prepared.stopped } : {}) });
  return prepared;
}

/** The leading VU's part. */
export async function leadExperiment(
  lab: Lab,
  shared: SharedPreparation,
  caution: Caution,
  crew: Crew,
): Promise<Experiment> {
  return lab.close({ role: 'lead', others: crew.others, ...(await afterPrepare(lab, shared, caution, crew)) });
}

/** Another VU's share of the burst. */
export async function shareExperiment(
  lab: Lab,
  shared: SharedPreparation,
  caution: Caution,
  others: number,
): Promise<Experiment> {
  if ('stopped' in shared) return lab.close({ role: 'share', skipped: [], stopped: shared.stopped });
  const requests = shareOf(burstCounts(lab.experiment, shared), others);
  const { stopped } = await pool(lab, 'burst', requests, divided(caution, others));
  return lab.close({ role: 'share', skipped: [], ...(stopped === undefined ? {} : { stopped }) });
}

interface Ending {
  readonly skipped: readonly SkippedPhase[];
  readonly stopped?: StopReason;
}

/** Steps 2 to 6 of the experiment with one key; step 1 is `prepare`. */
async function afterPrepare(lab: Lab, prepared: SharedPreparation, caution: Caution, crew: Crew): Promise<Ending> {
  if ('stopped' in prepared) return { skipped: [], stopped: prepared.stopped };
  const flood = await burst(lab, prepared, caution, crew);
  if (flood.stopped === 'unanswered' || flood.stopped === 'deadline') return { skipped: [], stopped: flood.stopped };
  const spared = flood.stopped === 'refusals';
  let tooMany = false;
  if (!spared && flood.refused === 0) {
    const more = await topUp(lab, prepared, caution);
    if (more.stopped === 'unanswered') return { skipped: [], stopped: 'unanswered' };
    tooMany = more.stopped === 'refusals';
  }
  if (!spared) {
    await besideExhausted(lab);
    await lab.pause(readAsMilliseconds(lab));
    await operations(lab);
  }
  const skipped = await aftermath(lab, spared, caution.refusals);
  if (!spared) return tooMany ? { skipped, stopped: 'refusals' } : { skipped };
  const reason = skipReason('key-spared');
  return {
    skipped: [{ phase: 'operations', ...reason }, { phase: 'half-window', ...reason }, ...skipped],
    stopped: 'refusals',
  };
}

/** Between two refusals of the first key, so that no window's end explains it if the second key is admitted. */
async function besideExhausted(lab: Lab): Promise<void> {
  const { secondKey } = lab.experiment;
  if (secondKey === undefined || lab.known().refused === 0) return;
  lab.plan('second-key', 1);
  await lab.send('second-key', LIST, secondKey);
}

/** Until the last Retry-After is over if its number meant milliseconds. A number that is not a wait within a window is ignored. */
function readAsMilliseconds({ experiment, known, now }: Lab): number {
  const { refusal } = known();
  const value = refusal?.header('Retry-After') ?? '';
  if (refusal === null || !/^\d+$/.test(value) || Number(value) > experiment.windowSeconds + 2) return 0;
  return Math.max(0, refusal.received + Number(value) + 3 - now());
}

/** Step 4: the other operations draw on the same quota. */
async function operations(lab: Lab): Promise<void> {
  const requests = lab.experiment.readOnly === true ? [GET_ONE] : [INVALID_CREATE, GET_ONE];
  lab.plan('operations', requests.length);
  await Promise.all(requests.map((request) => lab.send('operations', request)));
}
