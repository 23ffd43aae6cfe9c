import type { Experiment, StopReason } from '../../../src/exchange/records/load-record.ts';
import { ALONE, burstCounts, type Caution, type Crew, divided, pool, shareOf } from './burst.ts';
import { afterPrepare } from './experiment.ts';
import type { Lab } from './lab.ts';
import { type Prepared, prepare } from './prepare.ts';

/** Setup passes this to the VUs that share a burst. */
export type SharedPreparation = Prepared | { readonly stopped: StopReason };

/** The whole experiment in one VU. */
export async function wholeExperiment(lab: Lab, caution: Caution): Promise<Experiment> {
  const prepared = await prepare(lab);
  if ('stopped' in prepared) return lab.close({ role: 'whole', skipped: [], stopped: prepared.stopped });
  return lab.close({ role: 'whole', ...(await afterPrepare(lab, prepared, caution, ALONE)) });
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
  const { others } = crew;
  if ('stopped' in shared) return lab.close({ role: 'lead', others, skipped: [], stopped: shared.stopped });
  return lab.close({ role: 'lead', others, ...(await afterPrepare(lab, shared, caution, crew)) });
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
