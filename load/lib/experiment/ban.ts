import type { Experiment, SkippedPhase } from '../../../src/exchange/records/load-record.ts';
import { INSIST_EVERY_SECONDS, INSISTED } from '../../../src/k6/long-experiments.ts';
import { skipReason } from '../../../src/text/skips.ts';
import { waitFor } from '../../../src/text/waits.ts';
import { LIST } from '../wire/request.ts';
import { ALONE, burst, type Caution, topUp } from './burst.ts';
import type { Lab } from './lab.ts';
import { NO_CLOCK, retryMoment } from './moments.ts';
import { isRefused, type Outcome } from './outcome.ts';
import { prepare } from './prepare.ts';

/** Consecutive dropped connections look like another kind of ban; more of them show nothing new. */
const ENOUGH_LOST = 3;

const MOST_INSISTED = 300;

/** A ban may last for days: too long to wait. */
const LONGEST_WAIT_WINDOWS = 2;

/** Exhausts the limit, continues after 429, and sends one more request after the announced wait. One VU. */
export async function banExperiment(lab: Lab, caution: Caution, most: number): Promise<Experiment> {
  const prepared = await prepare(lab);
  if ('stopped' in prepared) return lab.close({ role: 'whole', skipped: [], stopped: prepared.stopped });
  const flood = await burst(lab, prepared, caution, ALONE);
  if (flood.stopped === 'unanswered' || flood.stopped === 'deadline')
    return lab.close({ role: 'whole', skipped: [], stopped: flood.stopped });
  const refused = flood.refused > 0 ? flood.refused : (await topUp(lab, prepared, caution)).refused;
  if (refused === 0) return lab.close({ role: 'whole', skipped: [NEVER_REFUSED] });
  const change = await insist(lab, most);
  return lab.close({ role: 'whole', skipped: await sendAfterWait(lab, change) });
}

const NEVER_REFUSED: SkippedPhase = { phase: 'ban', ...skipReason('never-refused') };

/** Returns the first response other than 429, if any: it ends the experiment. */
async function insist(lab: Lab, most: number): Promise<Outcome | null> {
  let lost = 0;
  for (let sent = 0; sent < most && lost < ENOUGH_LOST; sent += 1) {
    await lab.pause(INSIST_EVERY_SECONDS * 1_000);
    lab.plan('ban', 1);
    const answer = await lab.send('ban', LIST);
    if (answer.status === 0) lost += 1;
    else if (!isRefused(answer)) return answer;
    else lost = 0;
  }
  return null;
}

/** A ban may have its own Retry-After; otherwise that of the last refusal applies. */
async function sendAfterWait(lab: Lab, change: Outcome | null): Promise<SkippedPhase[]> {
  const phase = 'recovery-retry-after';
  if (change !== null && change.status < 300) return [{ phase, ...skipReason('served-again') }];
  const { refusal, offset } = lab.known();
  const [due] = [change, refusal].flatMap((answer) => {
    const value = answer?.header('Retry-After') ?? null;
    const at = answer && retryMoment(value, answer.received, offset ?? NO_CLOCK);
    return at === null ? [] : [{ at, value }];
  });
  if (due === undefined) return [{ phase, ...skipReason('no-retry-after') }];
  if (due.at > lab.now() + LONGEST_WAIT_WINDOWS * lab.experiment.windowSeconds * 1_000)
    return [{ phase, ...skipReason('wait-too-long', { retryAfter: due.value }) }];
  lab.plan(phase, 1);
  await lab.wait(due.at, phase, waitFor('retry-after'));
  await lab.send(phase, LIST);
  return [];
}

export function insistFrom(variable: string | undefined): number {
  const requests = Number(variable ?? INSISTED);
  if (!Number.isInteger(requests) || requests < 1 || requests > MOST_INSISTED)
    throw new Error(`INSIST must be a whole number from 1 to ${MOST_INSISTED}`);
  return requests;
}
