import { type Exchange, isAnswered } from '../exchange/index.ts';
import type { Clock } from '../io/clock.ts';
import { list } from '../probes/index.ts';
import type { Send } from './run.ts';

/** A request without a key, so that it uses no quota: even a 401 shows that the service responds. */
const KNOCK = list('limit=1', 'none');

const LONGEST_PAUSE_MS = 10_000;

/** Timeout of the last attempt in milliseconds. */
const LAST_MS = 1_000;

/** The pauses between attempts in milliseconds: each a second longer, the last one shorter. */
function pausesWithin(milliseconds: number): number[] {
  const pauses: number[] = [];
  let rest = milliseconds - LAST_MS;
  while (rest > 0) {
    const pause = Math.min((pauses.length + 1) * 1_000, LONGEST_PAUSE_MS, rest);
    pauses.push(pause);
    rest -= pause;
  }
  return pauses;
}

export function attemptsWithin(milliseconds: number): number {
  return pausesWithin(milliseconds).length + 1;
}

export interface Knocking {
  readonly send: Send;
  readonly clock: Clock;
  /** Maximum wait in milliseconds. */
  readonly waitMs: number;
  /** Called when the reason for waiting changes. */
  readonly waiting: (reason: string) => void;
  /** Aborted after the wait, or by Ctrl-C; `send` itself ends the current attempt. */
  readonly signal: AbortSignal;
}

export interface Knocked {
  readonly attempts: number;
  /** Why the service is not ready; absent if it is. */
  readonly reason?: string;
}

/** Sends requests until the service returns something other than 5xx, or until the timeout. */
export async function waitUntilReady({ send, clock, waitMs, waiting, signal }: Knocking): Promise<Knocked> {
  let reason = '';
  let attempts = 0;
  for (const pause of [...pausesWithin(waitMs), 0]) {
    const found = whyNotReady(await send({ request: KNOCK, probe: 'ready' }));
    attempts += 1;
    if (found === undefined) return { attempts };
    // An attempt that was aborted by the timeout says nothing about the service.
    if (signal.aborted) return { attempts, reason: reason === '' ? found : reason };
    if (found !== reason) waiting(found);
    reason = found;
    await clock.sleep(pause, signal).catch(() => undefined);
    if (signal.aborted) break;
  }
  return { attempts, reason };
}

/** Why a response is not ready: while a service starts, its gateway returns 502, 503 or 504. */
function whyNotReady(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange))
    return `no response (${'failure' in exchange.received ? exchange.received.failure.code : ''})`;
  const { status } = exchange.received;
  return status >= 500 ? `status ${status}` : undefined;
}
