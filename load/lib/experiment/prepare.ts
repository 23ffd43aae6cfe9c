import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { StopReason } from '../../../src/exchange/records/load-record.ts';
import { count } from '../wire/headers.ts';
import { GET_ONE, GET_UNKNOWN, INVALID_CREATE, LIST, type Request } from '../wire/request.ts';
import { calibrate } from './calibrate.ts';
import type { ClockOffset } from './clock.ts';
import type { Lab } from './lab.ts';
import { isRefused } from './outcome.ts';

/** The input of the burst. Plain JSON, because k6 passes it from setup to VUs that share a burst. */
export interface Prepared {
  /** When the requests that count began: the last calibration was sent. */
  readonly since: number;
  /** When the last of them was answered. */
  readonly until: number;
  /** Our own requests since then. */
  readonly ours: number;
  /** The remaining quota, or null if the service states none that can be read. */
  readonly claimed: number | null;
  readonly offset: ClockOffset | null;
}

/** A smaller quota has no request to spare. */
const ENOUGH = 60;

/** Step 1 with its part for a second key: A, B, A, B. Then each operation twice: each request draws one from the quota. */
export async function prepare(lab: Lab): Promise<Prepared | { readonly stopped: StopReason }> {
  const calibrated = await calibrate(lab);
  if ('stopped' in calibrated) return calibrated;
  const { first } = calibrated;
  const isUncounted = count(first.header('X-RateLimit-Limit')) === null;
  if (isUncounted && (await isForeign(lab))) return { stopped: 'not-this-service' };
  const { secondKey, perWindow } = lab.experiment;
  if (secondKey !== undefined) {
    lab.plan('second-key', 4);
    for (const key of [undefined, secondKey, undefined, secondKey]) await lab.send('second-key', LIST, key);
  }
  const operations = perWindow < ENOUGH ? [] : requestsOf(lab.experiment);
  if (operations.length > 0) lab.plan('each-operation', operations.length);
  for (const request of operations) await lab.send('each-operation', request);
  const ours = (isUncounted ? 1 : 0) + (secondKey === undefined ? 1 : 3) + operations.length;
  const { latest, offset } = lab.known();
  const counted = { since: first.sent, until: lab.now(), ours, offset };
  if (latest === null || isRefused(latest)) return { ...counted, claimed: latest === null ? null : 0 };
  const remaining = count(latest.header('X-RateLimit-Remaining'));
  // A service that shows Remaining before the request returns N first, and always one more.
  const atFirst = count(first.header('X-RateLimit-Remaining'));
  if (remaining === null) return { ...counted, claimed: null };
  const claimed = Math.max(0, remaining - (atFirst === perWindow ? 1 : 0));
  // A value that does not fall is not a count.
  const isCount = atFirst !== null && remaining < atFirst;
  return { ...counted, claimed: isCount ? claimed : Math.min(claimed, perWindow - ours) };
}

/** Whether a server without the rate limit headers has an animal with any id: a mock, or another service. */
async function isForeign(lab: Lab): Promise<boolean> {
  lab.plan('each-operation', 1);
  const { status, header } = await lab.send('each-operation', GET_UNKNOWN);
  return status === 200 && count(header('X-RateLimit-Limit')) === null;
}

const requestsOf = ({ readOnly, getRemoved }: QuotaExperiment): readonly Request[] => [
  ...(readOnly === true ? [] : [INVALID_CREATE, INVALID_CREATE]),
  ...(getRemoved === true ? [] : [GET_ONE, GET_UNKNOWN]),
];
