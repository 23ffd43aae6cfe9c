import type { Experiment } from '../../../src/exchange/records/load-record.ts';
import { skipReason } from '../../../src/text/skips.ts';
import { aftermath } from './aftermath.ts';
import { burst, topUp } from './burst.ts';
import { prepare } from './calibrate.ts';
import { GET_ONE, LIST, validCreate } from './k6-request.ts';
import type { Lab } from './lab.ts';

type Ending = Pick<Experiment, 'skipped' | 'stopped'>;

/** The whole experiment with one key: one VU runs it once. */
export async function limitExperiment(lab: Lab): Promise<Experiment> {
  return lab.close({ role: 'whole', ...(await steps(lab)) });
}

async function steps(lab: Lab): Promise<Ending> {
  const prepared = await prepare(lab);
  if ('stopped' in prepared) return { skipped: [], stopped: prepared.stopped };
  const flood = await burst(lab, prepared);
  const stopped = flood.stopped ?? (flood.refused === 0 ? (await topUp(lab, prepared)).stopped : undefined);
  if (stopped === 'refusals') {
    const operations = { phase: 'operations', ...skipReason('key-spared') } as const;
    return { skipped: [operations, ...(await aftermath(lab, true))], stopped };
  }
  if (stopped !== undefined) return { skipped: [], stopped };
  await besideExhausted(lab);
  await lab.pause(readAsMilliseconds(lab));
  await operations(lab);
  return { skipped: await aftermath(lab, false) };
}

/** Between two refusals of the first key, so that no window's end explains it if the second key is admitted. */
async function besideExhausted(lab: Lab): Promise<void> {
  const { secondKey } = lab.experiment;
  if (secondKey === undefined || lab.known().refused === 0) return;
  lab.plan('second-key', 1);
  await lab.send('second-key', LIST, secondKey);
}

/** Seconds by which a Retry-After within a window may exceed it: rounded up, and padded. */
const PADDING = 2;

/** Milliseconds after which a wait in milliseconds is certainly over: a timer fires early, and the value is rounded. */
const GUARD = 3;

/** Until the last Retry-After is over if its number meant milliseconds. A number that is not a wait within a window is ignored. */
function readAsMilliseconds({ experiment, known, now }: Lab): number {
  const { refusal } = known();
  const wait = refusal?.retryAfter;
  if (refusal === null || wait?.kind !== 'seconds' || wait.seconds > experiment.windowSeconds + PADDING) return 0;
  return Math.max(0, refusal.received + wait.seconds + GUARD - now());
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
