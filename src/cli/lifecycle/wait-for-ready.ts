import { waitUntilReady } from '../../client/ready.ts';
import { openConnection, type Route } from '../../client/send.ts';
import { type Head, redactor } from '../../exchange/index.ts';
import { timeout } from '../../io/clock.ts';
import type { Io } from '../../io/io.ts';
import { fitted } from '../console/console.ts';
import { RefusedError } from '../console/problems.ts';
import type { Bounds } from '../options/bounds.ts';
import type { HeldKeys } from './hold-keys.ts';

type ReadyIo = Pick<Io, 'clock' | 'random' | 'network' | 'stderr'>;

interface Reach {
  readonly timeoutMs: number;
  readonly route: Route;
}

/** A service that is busy starting hangs rather than refuses; it is to be asked again. */
const LONGEST_ATTEMPT_MS = 10_000;

/**
 * Where `--wait-for-ready` was given: asks, without a key, until the service answers, and says why it waits. Throws a RefusedError when
 * the time is over. After a Ctrl-C it returns, and the run ends as soon as it begins.
 */
export async function waitForReady(
  { waitMs }: Bounds,
  { run, tool, target, settings }: Head,
  { timeoutMs, route }: Reach,
  keys: HeldKeys,
  say: (text: string) => void,
  stopped: AbortSignal,
  io: ReadyIo,
): Promise<void> {
  if (waitMs === undefined) return;
  const { clock, stderr } = io;
  const { now } = clock;
  const patience = timeout(clock, Math.ceil(waitMs));
  const begun = now();
  const signal = AbortSignal.any([stopped, patience.signal]);
  const connection = openConnection({
    run,
    baseUrl: target.baseUrl,
    key: { label: settings.key, value: '' },
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
      say(fitted(`  waiting for the service until ${timeOfDay(begun + waitMs)} at most: ${reason}\n`, stderr));
    const { attempts, reason } = await waitUntilReady({ send, clock, waitMs, waiting, signal });
    keys.charge(attempts);
    const after = `after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} in ${((now() - begun) / 1_000).toFixed(1)} s`;
    if (reason === undefined && attempts > 1) say(`  it answers, ${after}\n\n`);
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
