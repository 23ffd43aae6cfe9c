import { type Exchange, isAnswered } from '../exchange/index.ts';
import type { Clock } from '../io/clock.ts';
import { list } from '../probes/index.ts';
import type { Send } from './send.ts';

/** Without a key, so that it draws on nobody's quota: 401 shows as well as any other answer that somebody is there. */
const KNOCK = list('limit=1', 'none');

const LONGEST_PAUSE_MS = 10_000;

/** What the last attempt has to be answered in. */
const LAST_MS = 1_000;

/** The pauses between attempts in so many milliseconds: a second more each time, the last one shorter. */
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

/** How many attempts there are at most. */
export function attemptsWithin(milliseconds: number): number {
  return pausesWithin(milliseconds).length + 1;
}

export interface Knocking {
  readonly send: Send;
  readonly clock: Clock;
  /** How long, in milliseconds. */
  readonly waitMs: number;
  /** Called whenever the reason for waiting is another than before. */
  readonly waiting: (reason: string) => void;
  /** Aborted when that time is over, or by Ctrl-C; the attempt under way is ended by `send` itself. */
  readonly signal: AbortSignal;
}

export interface Knocked {
  readonly attempts: number;
  /** Why the service is not ready; absent where it is. */
  readonly reason?: string;
}

/** Asks until the service answers anything but 5xx, or the time is over. */
export async function waitUntilReady({ send, clock, waitMs, waiting, signal }: Knocking): Promise<Knocked> {
  let reason = '';
  let attempts = 0;
  for (const pause of [...pausesWithin(waitMs), 0]) {
    const found = whyNotReady(await send(KNOCK, 'ready'));
    attempts += 1;
    if (found === undefined) return { attempts };
    // An attempt that was cut off by the end of the waiting says nothing of the service.
    if (signal.aborted) return { attempts, reason: reason === '' ? found : reason };
    if (found !== reason) waiting(found);
    reason = found;
    await clock.sleep(pause, signal).catch(() => undefined);
    if (signal.aborted) break;
  }
  return { attempts, reason };
}

/** The gateway of a service that is being started answers 502, 503 or 504. */
function whyNotReady(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange))
    return `no answer (${'failure' in exchange.received ? exchange.received.failure.code : ''})`;
  const { status } = exchange.received;
  return status >= 500 ? `answered ${status}` : undefined;
}
