import type { StopReason } from '../../../src/exchange/records/load-record.ts';
import { type WaitReason, waitFor } from '../../../src/text/waits.ts';
import { count } from '../wire/headers.ts';
import { LIST } from '../wire/request.ts';
import { NO_CLOCK } from './clock.ts';
import type { Lab } from './lab.ts';
import { resetMoment, retryMoment } from './moments.ts';
import { isRefused, type Outcome } from './outcome.ts';

/** With fewer, a wait for the end of an old window cannot be proven; with more, the key gets unnecessary requests. */
const ATTEMPTS = 3;

/**
 * The burst, half a window and a recovery before Reset must fit, so less than this part of the window is not enough.
 */
const ENOUGH_OF_WINDOW = 0.75;

export interface Calibrated {
  /** The admitted request that the burst counts from. */
  readonly first: Outcome;
}

/** Step 1: one request on a fresh key, early in a window. Waits for such a moment, a window at most for each attempt. */
export async function calibrate(lab: Lab): Promise<Calibrated | { readonly stopped: StopReason }> {
  let waitedForWindow = false;
  for (let attempt = 1; ; attempt += 1) {
    lab.plan('calibrate', 1);
    const first = await lab.send('calibrate', LIST);
    if (first.status === 0) return { stopped: 'unanswered' };
    if (first.status >= 300 && !isRefused(first)) return { stopped: 'not-admitted' };
    const fresh = isFresh(first, lab.experiment.perWindow);
    const moment = comesBack(lab, first);
    const last = attempt === ATTEMPTS || moment === null || moment.certain - lab.now() > longestWait(lab);
    if (isRefused(first) && (last || lab.known().refused > 1)) return { stopped: 'exhausted' };
    const early =
      moment === null || moment.middle - lab.now() >= ENOUGH_OF_WINDOW * lab.experiment.windowSeconds * 1_000;
    if (last || (fresh && (early || waitedForWindow))) return { first };
    if (fresh) waitedForWindow = true;
    await lab.wait(moment.certain, 'calibrate', reasonOf(first, fresh));
  }
}

function longestWait({ experiment }: Lab): number {
  return (experiment.windowSeconds + 5) * 1_000;
}

/** Before- and after-counting services say N or N − 1 on a fresh key; unreadable numbers count as fresh, as does N left of more (a day's limit). */
function isFresh(outcome: Outcome, perWindow: number): boolean {
  if (isRefused(outcome)) return false;
  const remaining = count(outcome.header('X-RateLimit-Remaining'));
  const limit = count(outcome.header('X-RateLimit-Limit')) ?? perWindow;
  return remaining === null || remaining >= Math.min(limit, perWindow) - 1;
}

/** When the key is fresh again; null if the service states no future moment. */
function comesBack(lab: Lab, outcome: Outcome): { certain: number; middle: number } | null {
  const offset = lab.known().offset ?? NO_CLOCK;
  const reset = resetMoment(outcome.header('X-RateLimit-Reset'), outcome.received, offset);
  if (reset !== null && reset.certain > lab.now())
    return { certain: reset.certain, middle: (reset.earliest + reset.certain) / 2 };
  const retry = retryMoment(outcome.header('Retry-After'), outcome.received, offset);
  return retry === null || retry <= lab.now() ? null : { certain: retry, middle: retry };
}

function reasonOf(outcome: Outcome, fresh: boolean): WaitReason {
  if (isRefused(outcome)) return waitFor('key-exhausted');
  return waitFor(fresh ? 'late-in-window' : 'key-used');
}
