import type { Settings } from '../exchange/index.ts';
import { isSendable, type Probe } from '../probes/index.ts';
import { costOfDedicated, secondsForLimits } from './limits-cost.ts';
import type { Prepared } from './prepare.ts';

/** How many windows of the plan so many requests have to wait for; that is what takes time, requests themselves hardly do. */
export function windowsToWait(requests: number, { perMinute }: Pick<Settings, 'perMinute'>): number {
  return Math.floor(Math.max(0, requests - 1) / Math.max(1, perMinute - 1));
}

/** What the conformance part sends whatever is answered; a run that creates sends some of it once more at its end. */
export function sentAlways({ head, probes }: Pick<Prepared, 'head' | 'probes'>): readonly Probe[] {
  const always = probes.filter((probe) => probe.onlyIf === undefined && isSendable(probe, head.settings));
  return always.some(({ writes }) => writes) ? [...always, ...always.filter(({ atEnd }) => atEnd)] : always;
}

/** Seconds that a run takes as it is planned: nothing is asked twice, and every key is fresh. */
export function secondsPlanned(prepared: Prepared): number {
  const { settings, limits } = prepared.head;
  const { windowSeconds } = settings;
  const checking = windowsToWait(sentAlways(prepared).length, settings) * windowSeconds;
  if (limits === undefined) return checking;
  return checking + secondsForLimits(limits, windowSeconds) + costOfDedicated(limits, windowSeconds).seconds;
}
