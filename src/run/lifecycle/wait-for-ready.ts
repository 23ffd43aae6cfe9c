import { waitUntilReady } from '../../client/ready.ts';
import { openConnection, type Route } from '../../client/send.ts';
import { apiKey, type Head, redactor } from '../../exchange/index.ts';
import { timeout } from '../../io/clock.ts';
import type { Io } from '../../io/io.ts';
import { progressText } from '../../text/progress.ts';
import type { LockedKeys } from './lock-keys.ts';
import { RefusedError } from './refusal.ts';

interface Waiting {
  readonly head: Head;
  /** Maximum wait in milliseconds. */
  readonly waitMs: number;
  readonly timeoutMs: number;
  readonly route: Route;
  readonly keys: LockedKeys;
  readonly say: (text: string) => void;
  /** Aborted by Ctrl-C: the wait returns, and the run stops immediately. */
  readonly signal: AbortSignal;
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
  try {
    const { send } = connection;
    const waiting = (reason: string) =>
      say(`  ${progressText('waiting-for-service', { time: timeOfDay(begun + waitMs), reason })}\n`);
    const { attempts, reason } = await waitUntilReady({ send, clock, waitMs, waiting, signal });
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

const timeOfDay = (at: number) => `${new Date(at).toISOString().slice(11, 19)} UTC`;
