import { BEYOND, MARGIN, REFUSALS } from '../../../src/exchange/load-defaults.ts';
import type { Lab } from './lab.ts';
import type { Prepared } from './prepare.ts';
import { latestOf, type PoolResult, sendAll } from './send-all.ts';

/**
 * The phase `burst`: the remaining quota in the response, and two more. If nothing was refused, the rest of the plan's limit, too: so a key of a
 * smaller plan shows with two refusals, not with fifty. All counts are fixed before.
 */
export async function burst(lab: Lab, { ours, claimed }: Prepared): Promise<PoolResult> {
  const { perWindow } = lab.experiment;
  const left = Math.max(0, perWindow - ours);
  // More than N without ours: some of ours were not counted, or came back. More than N: the day's limit.
  const within = claimed === null || claimed > perWindow ? left : Math.min(perWindow - 1, claimed);
  const first = await pool(lab, within + BEYOND);
  if (first.stopped !== undefined || first.refused > 0 || left <= within) return first;
  return joined(first, await pool(lab, left - within));
}

/** Each round of the top-up is shorter than the one before, unless the service refuses nothing. */
const ROUNDS = 4;

/**
 * The phase `top-up`, if nothing was refused: as many as a refill can have added by now (a window's worth at most), and two more.
 * While the key is still admitted, as many as came back during the last round, or as Remaining shows.
 *
 *   5 s     sent  300 lists in 5 s ──► 300 × 200   25 came back meanwhile
 *   10 s    sent  27 lists in 1 s  ──► 27 × 200    5 came back
 *   11 s    sent  9 lists          ──► 8 × 200, 429
 */
export async function topUp(lab: Lab, { since, until, ours, claimed }: Prepared): Promise<PoolResult> {
  const most = lab.experiment.perWindow;
  let start = lab.now();
  // Remaining shows the refill before the burst, except for a fraction; the others distinguish a refill from a missing
  // limit.
  const unseen = claimed === null ? ours : MARGIN;
  const before = Math.min(most, Math.min(unseen, refilled(lab, until - since)) + refilled(lab, start - until));
  let result = await few(lab, before + BEYOND);
  for (let round = 2; round <= ROUNDS && result.refused === 0 && result.stopped === undefined; round += 1) {
    const { answerMs, left } = latestOf(lab);
    // A Remaining that does not fall shows nothing.
    const shown = left !== null && left < most / 2 ? left : 0;
    const back = Math.max(refilled(lab, lab.now() - start), shown);
    // The two above the limit are more than what came back.
    if (back <= BEYOND) break;
    start = lab.now();
    const allowed = most + BEYOND + MARGIN - result.sent;
    const more = Math.min(allowed, back + refilled(lab, answerMs) + BEYOND);
    if (more <= 0) break;
    result = joined(result, await few(lab, more));
  }
  return result;
}

function refilled({ experiment }: Lab, milliseconds: number): number {
  return Math.ceil((milliseconds * experiment.perWindow) / (experiment.windowSeconds * 1_000));
}

function pool(lab: Lab, requests: number): Promise<PoolResult> {
  lab.plan('burst', requests);
  return sendAll(lab, 'burst', requests, { beyond: REFUSALS, refusals: REFUSALS });
}

/**
 * Few in flight, and none after a few refusals: the key is nearly exhausted (`counter-per-path` was refused eight times). But more than
 * what returns during a response: a bucket that is far away would never refuse.
 */
async function few(lab: Lab, requests: number): Promise<PoolResult> {
  const beyond = Math.min(REFUSALS, refilled(lab, latestOf(lab).answerMs) + BEYOND);
  const { stopped, ...result } = await sendAll(lab, 'top-up', requests, {
    beyond,
    refusals: Math.max(2 * BEYOND, beyond),
  });
  lab.plan('top-up', result.sent);
  return stopped === undefined || stopped === 'refusals' ? result : { ...result, stopped };
}

function joined(first: PoolResult, second: PoolResult): PoolResult {
  return { ...second, sent: first.sent + second.sent, refused: first.refused + second.refused };
}
