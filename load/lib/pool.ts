import { isRefused, type Outcome } from './outcome.ts';

export interface PoolRules {
  /** Fixed before the start. */
  readonly requests: number;
  readonly connections: number;
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
 * Sends `requests` requests over at most `connections` at once, and awaits every one that went out. From the first refusal on, no
 * more are under way than the refusals that are left: a limiter that keeps its plan refuses when all are out already, so this
 * binds only one that refuses too early, and spares the key (rule 5 of the document: bans).
 */
export async function sendAll(rules: PoolRules, send: () => Promise<Outcome>): Promise<PoolResult> {
  const { requests, connections, refusals, deadline, now } = rules;
  let sent = 0;
  let underWay = 0;
  let refused = 0;
  let unanswered = 0;
  let stopped: PoolResult['stopped'];

  const mayTake = (): boolean => {
    if (stopped !== undefined || sent === requests) return false;
    if (refused >= refusals) stopped = 'refusals';
    else if (unanswered >= refusals) stopped = 'unanswered';
    else if (now() > deadline) stopped = 'deadline';
    return stopped === undefined && (refused === 0 || refused + underWay < refusals);
  };
  // A worker that may not take one ends; the last one under way finds nobody else and goes on, so the count is reached.
  const worker = async (): Promise<void> => {
    while (mayTake()) {
      sent += 1;
      underWay += 1;
      const outcome = await send();
      underWay -= 1;
      if (isRefused(outcome)) refused += 1;
      if (outcome.status === 0) unanswered += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, requests) }, worker));
  return stopped === undefined ? { sent, refused } : { sent, refused, stopped };
}
