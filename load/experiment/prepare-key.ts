import { ABOVE_LIMIT, BEYOND_WINDOW_MS, MAX_CALIBRATIONS } from '../../src/exchange/allowances.ts';
import type { KeyExperiment } from '../../src/exchange/records/load-config.ts';
import type { StopReason } from '../../src/exchange/records/load-record.ts';
import { waitFor } from '../../src/text/waits.ts';
import { type ExperimentRequest, GET_ONE, GET_UNKNOWN, INVALID_CREATE, LIST } from './experiment-request.ts';
import { type ResetMoment, resetMoment, retryMoment } from './moments.ts';
import { isRefused, latestOf, type Recorder, type ResponseSummary } from './recorder.ts';

/** What the requests before the burst showed. */
export interface Prepared {
  /** When the last calibration was sent, from which the requests count. */
  readonly since: number;
  /** Our own requests since then. */
  readonly ours: number;
  /** The number of our own requests that are not lists. */
  readonly otherOperations: number;
  /** The remaining quota, or null if the service states none that can be read. */
  readonly statedRemaining: number | null;
}

/** A limit below that of Free has no requests to spare for other operations: rate.counts-every-operation is not applicable then. */
const ENOUGH_FOR_OPERATIONS = 60;

/** Calibrates; with a second key, alternates between both. Then sends other operations: each request draws one from the quota. */
export async function prepareKey(
  recorder: Recorder,
  { withOperations } = { withOperations: true },
): Promise<Prepared | { readonly stopped: StopReason }> {
  const calibration = await calibrate(recorder);
  if ('stopped' in calibration) return calibration;
  const { secondKey, perWindow, getRemoved } = recorder.experiment;
  const mayBeOtherService = withOperations && calibration.limit === undefined && getRemoved !== true;
  if (mayBeOtherService && (await isOtherService(recorder))) return { stopped: 'not-this-service' };
  if (secondKey !== undefined) {
    for (const key of [undefined, secondKey, undefined, secondKey]) await recorder.send('second-key', LIST, key);
  }
  const hasRoom = withOperations && perWindow >= ENOUGH_FOR_OPERATIONS;
  const operations = hasRoom ? requestsOf(recorder.experiment) : [];
  for (const request of operations) await recorder.send('each-operation', request);
  const otherOperations = operations.length + (mayBeOtherService ? 1 : 0);
  const ours = otherOperations + (secondKey === undefined ? 1 : 3);
  // The burst and the lists after it would exhaust the daily limit.
  if (recorder.known().day < perWindow + ABOVE_LIMIT) return { stopped: 'day-nearly-used' };
  const counted = { since: calibration.sent, ours, otherOperations };
  const { left } = latestOf(recorder);
  if (left === null) return { ...counted, statedRemaining: null };
  // A service that shows Remaining before the request returns N first, and always one more.
  const claimed = Math.max(0, left - (calibration.remaining === perWindow ? 1 : 0));
  // A value that does not fall is not a count.
  const isCount = left < (calibration.remaining ?? -1);
  return { ...counted, statedRemaining: isCount ? claimed : Math.min(claimed, perWindow - ours) };
}

/** Whether a server without the rate limit headers has an animal with any id: a mock, or another service. */
async function isOtherService(recorder: Recorder): Promise<boolean> {
  const { status, limit } = await recorder.send('each-operation', GET_UNKNOWN);
  return status === 200 && limit === undefined;
}

const requestsOf = ({ readOnly, getRemoved }: KeyExperiment): readonly ExperimentRequest[] => [
  ...(readOnly === true ? [] : [INVALID_CREATE, INVALID_CREATE]),
  ...(getRemoved === true ? [] : [GET_ONE, GET_UNKNOWN]),
];

/** The part of a window that the burst, half a window and a recovery before Reset need. */
const ENOUGH_OF_WINDOW = 0.75;

/** The part of a window from Reset to the burst: at Reset, one at a fixed second of the minute would be true (reset-of-the-clock). */
const AFTER_RESET = 1 / 15;

/** Sends a request with a fresh key, early in a window: the burst counts from it. If needed, waits for a later window and sends another. */
async function calibrate(recorder: Recorder): Promise<ResponseSummary | { readonly stopped: StopReason }> {
  const windowMs = recorder.experiment.windowSeconds * 1_000;
  const longest = windowMs + BEYOND_WINDOW_MS;
  for (let attempt = 1; ; attempt += 1) {
    const first = await recorder.send('calibrate', LIST);
    if (first.status === 0) return { stopped: 'unanswered' };
    if (first.status >= 300 && !isRefused(first)) return { stopped: 'not-admitted' };
    const wasFresh = isFresh(first, recorder.experiment.perWindow);
    const moment = freshMoment(recorder, first);
    const isLast = attempt === MAX_CALIBRATIONS || moment === null || moment.certain - recorder.now() > longest;
    if (isRefused(first) && (isLast || recorder.known().refused > 1)) return { stopped: 'exhausted' };
    const middle = moment === null ? Infinity : (moment.earliest + moment.certain) / 2;
    const isEarly = middle - recorder.now() >= ENOUGH_OF_WINDOW * windowMs;
    if (isLast || (wasFresh && (isEarly || attempt > 1))) return first;
    const reason = isRefused(first) ? 'key-exhausted' : wasFresh ? 'late-in-window' : 'key-used';
    // A counter that weighs the previous window still counts the last calibration, so one window stays empty (weighted-counter-late).
    const emptyMs = attempt > 1 ? windowMs : 0;
    await recorder.wait(moment.certain + emptyMs + AFTER_RESET * windowMs, 'calibrate', waitFor(reason));
  }
}

/** Whether the key was fresh: Remaining is N or N − 1. No Remaining counts as fresh, and so does N of a larger limit (the daily one). */
function isFresh(response: ResponseSummary, perWindow: number): boolean {
  if (isRefused(response)) return false;
  const { remaining, limit = perWindow } = response;
  return remaining === undefined || remaining >= Math.min(limit, perWindow) - 1;
}

/** When the key is fresh again. Null if the service states no future moment. */
function freshMoment({ known, now }: Recorder, response: ResponseSummary): ResetMoment | null {
  const { clock } = known();
  const reset = resetMoment(response, clock);
  if (reset !== null && reset.certain > now()) return reset;
  const retry = retryMoment(response, clock);
  return retry === null || retry <= now() ? null : { earliest: retry, certain: retry };
}
