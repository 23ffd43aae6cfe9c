import type { Experiment } from '../../../src/exchange/records/load-record.ts';
import { skipReason } from '../../../src/text/skips.ts';
import { GET_ONE, LIST, validCreate } from '../wire/request.ts';
import { aftermath } from './aftermath.ts';
import { burst, topUp } from './burst.ts';
import type { Lab } from './lab.ts';
import { prepare } from './prepare.ts';

type Ending = Pick<Experiment, 'skipped' | 'stopped'>;

/** The whole experiment with one key: one VU runs it once. */
export async function limitExperiment(lab: Lab): Promise<Experiment> {
  return lab.close({ role: 'whole', ...(await steps(lab)) });
}

async function steps(lab: Lab): Promise<Ending> {
  const prepared = await prepare(lab);
  if ('stopped' in prepared) return { skipped: [], stopped: prepared.stopped };
  const flood = await burst(lab, prepared);
  if (flood.stopped !== undefined && flood.stopped !== 'refusals') return { skipped: [], stopped: flood.stopped };
  const spared = flood.stopped === 'refusals';
  if (!spared && flood.refused === 0) {
    const more = await topUp(lab, prepared);
    if (more.stopped !== undefined) return { skipped: [], stopped: more.stopped };
  }
  if (!spared) {
    await besideExhausted(lab);
    await lab.pause(readAsMilliseconds(lab));
    await operations(lab);
  }
  const skipped = await aftermath(lab, spared);
  if (!spared) return { skipped };
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
  const wait = refusal?.retryAfter;
  if (refusal === null || wait?.kind !== 'seconds' || wait.seconds > experiment.windowSeconds + 2) return 0;
  return Math.max(0, refusal.received + wait.seconds + 3 - now());
}

/**
 * The phase `operations`: these draw on the same quota. The create is a valid one: if it is refused, no later list may
 * show its animal.
 */
async function operations(lab: Lab): Promise<void> {
  const { readOnly, key, category } = lab.experiment;
  const create = validCreate(`storecheck refused ${key} ${Math.round(lab.now())}`, category);
  const requests = readOnly === true ? [GET_ONE] : [create, GET_ONE];
  lab.plan('operations', requests.length);
  await Promise.all(requests.map((request) => lab.send('operations', request)));
}
