import { ABOVE_BURST, ABOVE_TOP_UP, MAX_REFUSALS } from '../../src/exchange/allowances.ts';
import type { KeyExperiment } from '../../src/exchange/records/load-config.ts';
import type { Phase } from '../../src/exchange/records/load-record.ts';
import { LIST } from './experiment-request.ts';
import type { Prepared } from './prepare-key.ts';
import { dayLeft, isRefused, latestOf, type Recorder } from './recorder.ts';

/**
 * The phase `burst`: sends the remaining quota that the service stated, and two more. If nothing is refused, sends the rest of the plan's
 * limit. So a key of a smaller plan is refused twice, instead of up to eight times. All numbers are known before the burst.
 */
export async function burst(recorder: Recorder, { ours, statedRemaining }: Prepared): Promise<BurstResult> {
  const { perWindow } = recorder.experiment;
  const left = Math.max(0, perWindow - ours);
  // `statedRemaining` above `left`: some of our requests were not counted, or came back. Above N: it is daily quota.
  const within =
    statedRemaining === null || statedRemaining > perWindow ? left : Math.min(perWindow - 1, statedRemaining);
  const first = await sendBurst(recorder, within + ABOVE_BURST);
  if (first.stopped !== undefined || first.refused > 0 || left <= within) return first;
  return sumOf(first, await sendBurst(recorder, left - within));
}

/** Maximum rounds of a top-up, each shorter than the one before. More would only cost requests (docs/limits.md). */
const TOP_UP_ROUNDS = 4;

/**
 * The phase `top-up`, if nothing was refused: sends as many lists as a refill can have added by now (at most a window's), one for each
 * other operation before the burst, and two more. If all are admitted, further rounds send as many as came back during the last round, or
 * as Remaining shows.
 *
 *   5 s     sent  300 lists in 5 s ──► 300 × 200   25 came back meanwhile
 *   10 s    sent  27 lists in 1 s  ──► 27 × 200    5 came back
 *   11 s    sent  9 lists          ──► 8 × 200, 429
 */
export async function topUp(recorder: Recorder, { since, otherOperations }: Prepared): Promise<BurstResult> {
  const most = recorder.experiment.perWindow;
  let start = recorder.now();
  const allowed = most + ABOVE_BURST + ABOVE_TOP_UP;
  // The lists alone must exceed the limit: other operations may have a counter of their own (counter-per-connection).
  let result = await sendTopUp(
    recorder,
    Math.min(allowed, refilled(recorder, start - since) + ABOVE_BURST + otherOperations),
  );
  for (let round = 2; round <= TOP_UP_ROUNDS && result.refused === 0 && result.stopped === undefined; round += 1) {
    const { responseMs, left } = latestOf(recorder);
    // If half of the limit or more remains after N requests, Remaining is not a count. No row depends on the half.
    const shown = left !== null && left < most / 2 ? left : 0;
    const back = Math.max(refilled(recorder, recorder.now() - start), shown);
    // The two requests above the limit already exceeded what came back.
    if (back <= ABOVE_BURST) break;
    start = recorder.now();
    const more = Math.min(allowed - result.sent, back + refilled(recorder, responseMs) + ABOVE_BURST);
    if (more <= 0) break;
    result = sumOf(result, await sendTopUp(recorder, more));
  }
  return result;
}

/** The most requests that a limiter can have given back in this time. */
const refilled = ({ experiment: { perWindow, windowSeconds } }: Recorder, milliseconds: number): number =>
  Math.ceil((milliseconds * perWindow) / (windowSeconds * 1_000));

function sendBurst(recorder: Recorder, requests: number): Promise<BurstResult> {
  recorder.planBurst(requests);
  return sendUntilRefused(recorder, 'burst', requests, MAX_REFUSALS);
}

/**
 * Sends lists with few in flight, and stops after a few refusals: the key is nearly exhausted (limits-counter-per-path was refused eight
 * times). More are in flight than come back during a response: otherwise a distant bucket would never refuse.
 */
async function sendTopUp(recorder: Recorder, requests: number): Promise<BurstResult> {
  const beyond = Math.min(MAX_REFUSALS, refilled(recorder, latestOf(recorder).responseMs) + ABOVE_BURST);
  const { stopped, ...result } = await sendUntilRefused(recorder, 'top-up', requests, beyond);
  return stopped === undefined || stopped === 'refusals' ? result : { ...result, stopped };
}

function sumOf(first: BurstResult, second: BurstResult): BurstResult {
  return { ...second, sent: first.sent + second.sent, refused: first.refused + second.refused };
}

interface BurstResult {
  readonly sent: number;
  readonly refused: number;
  readonly stopped?: 'refusals' | 'unanswered' | 'deadline' | 'day-nearly-used';
}

/** Maximum connections of a burst: more do not make it faster. */
const CONNECTIONS = 50;

/**
 * Maximum share of a window for a burst: a longer one proves little, and further steps must fit into the window (burst.test.ts: far away).
 * A hundredth would accuse a legal service (histories.test.ts).
 */
const PART_OF_WINDOW = 1 / 4;

/**
 * Maximum requests of a burst in flight. Any limit, e.g. the daily one, may refuse all of them without a warning, so they are few.
 * Slow responses need more. `responseMs` is the duration of a request, including its connection.
 */
export function inFlightAtMost({ perWindow, windowSeconds }: KeyExperiment, responseMs: number): number {
  const inTime = (perWindow * responseMs) / (windowSeconds * 1_000 * PART_OF_WINDOW);
  return Math.min(CONNECTIONS, Math.max(MAX_REFUSALS, Math.ceil(inTime)));
}

/**
 * Sends `requests` lists, and waits for every response. At most Remaining plus `beyond` are in flight: those above Remaining may all be
 * refused. Stops after `beyond` refusals (at least four), after MAX_REFUSALS lost responses, near the end of the day's quota, and after a
 * window. After the first refusal, only as many are in flight as may still be refused; also if Remaining falls by more than was sent,
 * because another client uses the key.
 */
export async function sendUntilRefused(
  recorder: Pick<Recorder, 'experiment' | 'known' | 'now' | 'send'>,
  phase: Phase,
  requests: number,
  beyond: number,
): Promise<BurstResult> {
  const { experiment, now } = recorder;
  const { responseMs, left } = latestOf(recorder);
  const atOnce = inFlightAtMost(experiment, responseMs);
  const mostRefusals = Math.max(2 * ABOVE_BURST, beyond);
  const deadline = now() + experiment.windowSeconds * 1_000;
  let lowest = left ?? Infinity;
  let isShared = false;
  let sent = 0;
  let inFlight = 0;
  let refused = 0;
  let unanswered = 0;
  let leftOfDay = Infinity;
  let stopped: BurstResult['stopped'];

  const whyStopped = (): BurstResult['stopped'] => {
    if (refused >= mostRefusals) return 'refusals';
    if (unanswered >= MAX_REFUSALS) return 'unanswered';
    if (now() > deadline) return 'deadline';
    return inFlight >= leftOfDay ? 'day-nearly-used' : undefined;
  };
  const hasRoom = (): boolean => {
    const mayBeExhausted = refused > 0 || isShared;
    return inFlight < Math.max(1, Math.min(beyond, mostRefusals - refused) + (mayBeExhausted ? 0 : lowest));
  };
  // A worker that may not send ends. The last one continues, so the count is reached.
  const worker = async (): Promise<void> => {
    while (stopped === undefined && sent < requests) {
      stopped = whyStopped();
      if (stopped !== undefined || !hasRoom()) return;
      sent += 1;
      inFlight += 1;
      const response = await recorder.send(phase, LIST);
      inFlight -= 1;
      const day = dayLeft(experiment, response);
      if (day !== null) leftOfDay = Math.min(leftOfDay, day);
      const { remaining } = response;
      if (day === null && remaining !== undefined && !isRefused(response)) lowest = Math.min(lowest, remaining);
      if (left !== null && lowest < left - sent) isShared = true;
      if (isRefused(response)) refused += 1;
      else if (response.status === 0) unanswered += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(requests, atOnce) }, worker));
  return stopped === undefined ? { sent, refused } : { sent, refused, stopped };
}
