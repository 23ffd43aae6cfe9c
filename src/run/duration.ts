import type { Settings } from '../exchange/index.ts';
import { isSendable, type Probe } from '../probes/index.ts';
import { costOfDedicated, secondsForLimits } from './limits-cost.ts';
import type { Prepared } from './prepare.ts';

/** The number of windows that the requests must wait for. Waiting takes nearly all of the time. */
export function windowsToWait(requests: number, { perMinute }: Pick<Settings, 'perMinute'>): number {
  return Math.floor(Math.max(0, requests - 1) / Math.max(1, perMinute - 1));
}

/** The requests that the conformance part always sends. A run with writes repeats some at its end. */
export function sentAlways({ head, probes }: Pick<Prepared, 'head' | 'probes'>): readonly Probe[] {
  const always = probes.filter((probe) => probe.onlyIf === undefined && isSendable(probe, head.settings));
  return always.some(({ writes }) => writes) ? [...always, ...always.filter(({ atEnd }) => atEnd)] : always;
}

/** Seconds for a request of a slow service. */
const SLOW_REQUEST = 1;
/** Seconds that a build of k6 may add to a run with limits. */
const K6_BUILD = 600;

/**
 * Milliseconds after which a run ends, unless `--max-duration` says otherwise: three times what it takes with a slow service, and a minute.
 * No server can keep a run from ending.
 */
export function timeLimitMs(prepared: Prepared): number {
  const slow = secondsPlanned(prepared) + sentAlways(prepared).length * SLOW_REQUEST;
  const seconds = 3 * slow + 60 + (prepared.head.limits === undefined ? 0 : K6_BUILD);
  return Math.ceil(seconds / 60) * 60_000;
}

/** Planned duration in seconds, without confirmation attempts and with fresh keys. */
export function secondsPlanned(prepared: Prepared): number {
  const { settings, limits } = prepared.head;
  const { windowSeconds } = settings;
  const checking = windowsToWait(sentAlways(prepared).length, settings) * windowSeconds;
  if (limits === undefined) return checking;
  return checking + secondsForLimits(limits, windowSeconds) + costOfDedicated(limits, windowSeconds).seconds;
}
