import { isRefused, type Outcome } from './outcome.ts';

export interface PoolRules {
  /** Fixed before the start. */
  readonly requests: number;
  /** How many may be under way when so many were admitted: 1 or more, and never fewer for more. */
  readonly atOnce: (admitted: number) => number;
  /** Refusals (and, apart from them, lost answers) after which nothing new is sent. */
  readonly refusals: number;
  /** After this moment nothing new is sent. */
  readonly deadline: number;
  readonly now: () => number;
}

export interface PoolResult {
  readonly sent: number;
  readonly refused: number;
  readonly stopped?: 'refusals' | 'unanswered' | 'deadline';
}

/**
 * Sends `requests` requests, at most `atOnce` of them under way together, and awaits every one that went out. From the first refusal on,
 * no more are under way than the refusals that are left: a limiter that keeps its plan refuses when all are out already, so this
 * binds only one that refuses too early, and spares the key (rule 5 of the document: bans).
 */
export async function sendAll(rules: PoolRules, send: () => Promise<Outcome>): Promise<PoolResult> {
  const { requests, atOnce, refusals, deadline, now } = rules;
  let sent = 0;
  let inFlight = 0;
  let refused = 0;
  let unanswered = 0;
  let admitted = 0;
  let stopped: PoolResult['stopped'];

  const mayTake = (): boolean => {
    if (stopped !== undefined || sent === requests) return false;
    if (refused >= refusals) stopped = 'refusals';
    else if (unanswered >= refusals) stopped = 'unanswered';
    else if (now() > deadline) stopped = 'deadline';
    return stopped === undefined && (refused === 0 || refused + inFlight < refusals);
  };
  const workers: Promise<void>[] = [];
  const engage = (): void => {
    while (workers.length < Math.min(requests, atOnce(admitted))) workers.push(worker());
  };
  // A worker that may not take one ends; the last one under way finds nobody else and goes on, so the count is reached.
  const worker = async (): Promise<void> => {
    while (mayTake()) {
      sent += 1;
      inFlight += 1;
      const outcome = await send();
      inFlight -= 1;
      if (isRefused(outcome)) refused += 1;
      else if (outcome.status === 0) unanswered += 1;
      else admitted += 1;
      engage();
    }
  };
  engage();
  for (const one of workers) await one;
  return stopped === undefined ? { sent, refused } : { sent, refused, stopped };
}
