import { REFUSALS } from '../../../src/exchange/load-defaults.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Phase } from '../../../src/exchange/records/load-record.ts';
import { LIST } from '../wire/request.ts';
import type { Lab } from './lab.ts';
import { dayLeft, isRefused } from './outcome.ts';

export interface PoolRules {
  /** Requests in flight above Remaining. All of them may be refused. */
  readonly beyond: number;
  /** Refusals, of this burst, after which nothing new is sent. */
  readonly refusals: number;
}

export interface PoolResult {
  readonly sent: number;
  readonly refused: number;
  readonly stopped?: 'refusals' | 'unanswered' | 'deadline' | 'day-nearly-used';
}

/** More connections do not make a burst faster. */
const CONNECTIONS = 50;

/** Maximum share of a window for a burst: a longer one proves little, and further steps must fit into the window. */
const PART_OF_WINDOW = 1 / 4;

/**
 * Maximum requests of a burst in flight. Any limit, of the day for example, may refuse all of them without a warning, so
 * there are few; more only if responses are slow. `answerMs`: how long a request takes, with its connection.
 */
export function inFlightAtMost(
  { perWindow, windowSeconds }: Pick<QuotaExperiment, 'perWindow' | 'windowSeconds'>,
  answerMs: number,
): number {
  const inTime = (perWindow * answerMs) / (windowSeconds * 1_000 * PART_OF_WINDOW);
  return Math.min(CONNECTIONS, Math.max(REFUSALS, Math.ceil(inTime)));
}

/** Of the latest response of the key: the milliseconds that it took, and its Remaining; null if it describes the day, or has none. */
export function latestOf({ known, experiment }: Pick<Lab, 'known' | 'experiment'>) {
  const { latest } = known();
  if (latest === null) return { answerMs: 0, left: null };
  const isDay = dayLeft(experiment, latest) !== null;
  return { answerMs: latest.received - latest.called, left: isDay ? null : (latest.remaining ?? null) };
}

/**
 * Sends `requests` lists and waits for every response: the count is fixed before. Sends nothing new after `refusals`, after REFUSALS lost
 * responses, and after a window. After the first refusal,
 * or as soon as Remaining falls by more than was sent (another client uses the key), at most as many are in flight as
 * further refusals are allowed. There are never more in flight than Remaining plus `beyond`. This does not slow down a
 * conforming limiter.
 */
export async function sendAll(
  lab: Pick<Lab, 'experiment' | 'known' | 'now' | 'send'>,
  phase: Phase,
  requests: number,
  { beyond, refusals }: PoolRules,
): Promise<PoolResult> {
  const { experiment, now } = lab;
  const { answerMs, left } = latestOf(lab);
  const atOnce = inFlightAtMost(experiment, answerMs);
  const deadline = now() + experiment.windowSeconds * 1_000;
  let lowest = left ?? Number.POSITIVE_INFINITY;
  let isShared = false;
  let sent = 0;
  let inFlight = 0;
  let refused = 0;
  let unanswered = 0;
  let ofDay = Number.POSITIVE_INFINITY;
  let stopped: PoolResult['stopped'];

  const mayTake = (): boolean => {
    if (stopped !== undefined || sent === requests) return false;
    if (refused >= refusals) stopped = 'refusals';
    else if (unanswered >= REFUSALS) stopped = 'unanswered';
    else if (now() > deadline) stopped = 'deadline';
    else if (inFlight >= ofDay) stopped = 'day-nearly-used';
    if (stopped !== undefined) return false;
    const isSpared = refused > 0 || isShared;
    return inFlight < Math.max(1, Math.min(beyond, refusals - refused) + (isSpared ? 0 : lowest));
  };
  // A worker that may not send ends; the last one continues, so the count is reached.
  const worker = async (): Promise<void> => {
    while (mayTake()) {
      sent += 1;
      inFlight += 1;
      const outcome = await lab.send(phase, LIST);
      inFlight -= 1;
      const day = dayLeft(experiment, outcome);
      if (day !== null) ofDay = Math.min(ofDay, day);
      const { remaining } = outcome;
      if (day === null && remaining !== undefined && !isRefused(outcome)) lowest = Math.min(lowest, remaining);
      if (left !== null && lowest < left - sent) isShared = true;
      if (isRefused(outcome)) refused += 1;
      else if (outcome.status === 0) unanswered += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(requests, atOnce) }, worker));
  return stopped === undefined ? { sent, refused } : { sent, refused, stopped };
}
