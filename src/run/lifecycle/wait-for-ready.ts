import { openConnection, type Route } from '../../client/send.ts';
import { apiKey, type Exchange, type Head, isAnswered, redactor } from '../../exchange/index.ts';
import { timeout } from '../../io/clock.ts';
import type { Io } from '../../io/io.ts';
import { list } from '../../probes/index.ts';
import { progressText } from '../../text/progress.ts';
import { timeOfDay } from '../../text/template.ts';
import type { LockedKeys } from './lock-keys.ts';
import { RefusedError } from './refusal.ts';

interface Waiting {
  readonly head: Head;
  readonly waitMs: number;
  readonly timeoutMs: number;
  readonly route: Route;
  readonly keys: LockedKeys;
  readonly say: (text: string) => void;
  /** Aborted by Ctrl-C: the wait returns, and the run stops immediately. */
  readonly signal: AbortSignal;
}

/** A request without a key, so that it uses no quota: even a 401 shows that the service responds. */
const KNOCK = { request: list('limit=1', 'none'), probe: 'ready' };

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

/** Timeout in milliseconds: a starting service may hang, so the request is repeated. */
const LONGEST_ATTEMPT_MS = 10_000;

/** Sends requests without a key until the service responds. Throws a RefusedError after the timeout. */
export async function waitForReady(
  { head: { run, tool, target, settings }, waitMs, timeoutMs, route, keys, say, signal: stopped }: Waiting,
  io: Pick<Io, 'clock' | 'random' | 'network'>,
): Promise<void> {
  const { clock } = io;
  const { now } = clock;
  const patience = timeout(clock, Math.ceil(waitMs));
  const begun = now();
  const signal = AbortSignal.any([stopped, patience.signal]);
  const connection = openConnection({
    run,
    baseUrl: target.baseUrl,
    key: apiKey(settings.key, ''),
    userAgent: `${tool.name}/${tool.version} (is it ready?; run ${run})`,
    redact: redactor([]),
    io,
    timeoutMs: Math.min(timeoutMs, LONGEST_ATTEMPT_MS),
    mayWrite: false,
    route,
    signal,
  });
  let attempts = 0;
  let reason: string | undefined;
  try {
    for (const pause of [...pausesWithin(waitMs), 0]) {
      const before = reason;
      const found = whyNotReady(await connection.send(KNOCK));
      attempts += 1;
      // An attempt that was aborted by the timeout says nothing about the service.
      reason = found !== undefined && signal.aborted ? (before ?? found) : found;
      if (reason === undefined || signal.aborted) break;
      if (reason !== before)
        say(
          `  ${progressText('waiting-for-service', { time: timeOfDay(1_000 * Math.round((begun + waitMs) / 1_000)), reason })}\n`,
        );
      await clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) break;
    }
    keys.charge(attempts);
    const after = `after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} in ${((now() - begun) / 1_000).toFixed(1)} s`;
    if (reason === undefined && attempts > 1) say(`  ${progressText('service-responds', { after })}\n\n`);
    if (reason === undefined || stopped.aborted) return;
    keys.settle(new Map());
    throw new RefusedError(
      `the service at ${target.baseUrl} was not ready, ${after}: ${reason}; nothing else was sent (--wait-for-ready)`,
    );
  } finally {
    patience.cancel();
    await connection.close();
  }
}

/** Why a response is not ready: while a service starts, its gateway returns 502, 503 or 504. */
function whyNotReady(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange))
    return `no response (${'failure' in exchange.received ? exchange.received.failure.code : ''})`;
  const { status } = exchange.received;
  return status >= 500 ? `status ${status}` : undefined;
}
