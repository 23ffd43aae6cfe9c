import type { Check } from '../../suites/check.ts';
import { DEFAULTS } from '../config/defaults.ts';
import type { Head, LimitSettings, Settings } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/schema.ts';
import { explorationProbes, KEPT_FOR_CONFIRMATION } from '../explore/plan.ts';
import type { Io } from '../io/io.ts';
import { probesFor, selectedChecks } from '../judge/checks/select.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import { otherPlans, type PlanName, type Quota } from '../spec/plans.ts';
import { costOfDedicated, requestsForLimits, secondsForLimits } from './limits-cost.ts';
import { OF_THIS_TOOL } from './tool.ts';

export interface CheckRequest
  extends Omit<Settings, 'plan' | 'key' | 'perMinute' | 'perDay' | 'otherPlans' | 'maxRequests' | 'tag'> {
  readonly command: string;
  readonly target: Head['target'];
  readonly plan: PlanName;
  readonly quota: Quota;
  readonly maxRequests: number | undefined;
  /** Present at the depth `thorough`: the seed of the exploration. */
  readonly seed?: number;
  /** Present if limits are exhausted. */
  readonly limits?: LimitSettings;
}

export const CHECK_DEFAULTS = {
  windowSeconds: DEFAULTS.windowSeconds,
  readOnly: false,
  settleMs: DEFAULTS.settleSeconds * 1_000,
  categories: null,
  only: [],
  skip: [],
  maxRequests: undefined,
} as const satisfies Partial<CheckRequest>;

export interface Prepared {
  readonly head: Head;
  readonly checks: readonly Check[];
  readonly probes: readonly Probe[];
}

/** Everything that is known before the first request: the checks, their probes, and the head of the journal. */
export function prepare(
  request: CheckRequest,
  suiteChecks: readonly Check[],
  suiteProbes: readonly Probe[],
  { clock, random }: Pick<Io, 'clock' | 'random'>,
): Prepared {
  const { command, target, quota, maxRequests: _, seed, limits, ...common } = request;
  const { plan, readOnly } = request;
  const checks = selectedChecks(suiteChecks, request);
  const probesOfRun = request.noKeyInUrl !== undefined ? withoutKeyInUrl(suiteProbes) : suiteProbes;
  const suite = probesFor(checks, probesOfRun);
  const ofSuite = suite.filter((probe) => isSendable(probe, request)).length;
  const exploration =
    seed === undefined || suite.length === 0 ? undefined : { seed, requests: explorationBudget(request, suite) };
  const explore = exploration === undefined ? [] : explorationProbes(exploration.seed, exploration.requests, readOnly);
  const probes = [...suite, ...explore];
  const settings: Settings = {
    ...common,
    ...quota,
    key: `${plan}#1`,
    otherPlans: otherPlans(plan),
    maxRequests: mostRequests(request, ofSuite),
    ...(exploration === undefined ? {} : { exploration }),
    tag: Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0'),
  };
  const startedAt = new Date(clock.now()).toISOString();
  const head: Head = {
    v: 1,
    kind: 'head',
    run: `${startedAt.replace(/[-:]|\.\d+/g, '')}-${settings.tag}`,
    command,
    ...OF_THIS_TOOL,
    startedAt,
    target,
    settings,
    ...(limits === undefined ? {} : { limits }),
    planned:
      (probes.length === 0 ? 0 : settings.maxRequests) +
      (limits === undefined ? 0 : requestsForLimits(limits, settings.windowSeconds)),
  };
  return { head, checks, probes };
}

/** Reserve of requests at the standard depth: first contact, lost responses and confirmation attempts. */
const RESERVE = 80;

/** Maximum requests of a check that plans so many. An exploration uses what `--max-requests` allows. */
function mostRequests({ maxRequests, seed }: CheckRequest, planned: number): number {
  return maxRequests ?? (seed === undefined ? planned + RESERVE : DEFAULTS.thoroughRequests);
}

/** The requests left for the exploration after the suites. If conditional probes are sent, the exploration ends earlier. */
function explorationBudget(request: CheckRequest, suite: readonly Probe[]): number {
  const { maxRequests = DEFAULTS.thoroughRequests } = request;
  const always = suite.filter((probe) => probe.onlyIf === undefined && isSendable(probe, request)).length;
  return Math.max(0, maxRequests - always - KEPT_FOR_CONFIRMATION);
}

/** A probe that was needed only if the one with the key in its URL proves too little replaces it. */
function withoutKeyInUrl(probes: readonly Probe[]): Probe[] {
  const dropped = probes.filter(({ keyInUrl }) => keyInUrl === true).map(({ id }) => id);
  return probes.map(({ onlyIf, ...probe }) =>
    onlyIf === undefined || probe.uses.some((id) => dropped.includes(id)) ? probe : { ...probe, onlyIf },
  );
}

/** The number of windows that the requests must wait for. Waiting takes nearly all of the time. */
export function windowsToWait(requests: number, { perMinute }: Pick<Settings, 'perMinute'>): number {
  return Math.floor(Math.max(0, requests - 1) / Math.max(1, perMinute - 1));
}

/** The requests that the conformance part always sends. A run with writes repeats some at its end. */
export function sentAlways({ head, probes }: Pick<Prepared, 'head' | 'probes'>): readonly Probe[] {
  const always = probes.filter((probe) => probe.onlyIf === undefined && isSendable(probe, head.settings));
  return always.some(({ writes }) => writes) ? [...always, ...always.filter(({ atEnd }) => atEnd)] : always;
}

const SLOW_REQUEST = 1;
/** Seconds that a build of k6 may add to a run with limits. */
const K6_BUILD = 600;

/** Milliseconds after which a run ends without `--max-duration`: three times what it takes with a slow service, and a minute. */
export function timeLimitMs(prepared: Prepared): number {
  const slow = secondsPlanned(prepared) + sentAlways(prepared).length * SLOW_REQUEST;
  return timeLimitOf(slow, prepared.head.limits !== undefined);
}

function timeLimitOf(slowSeconds: number, needsK6: boolean): number {
  const seconds = 3 * slowSeconds + 60 + (needsK6 ? K6_BUILD : 0);
  return Math.ceil(seconds / 60) * 60_000;
}

/** The key of the checks, if the run exhausts its limit, too: it waits one window between them. */
export function usedKey({
  head: { settings, limits },
  probes,
}: Pick<Prepared, 'head' | 'probes'>): KeyLabel | undefined {
  return probes.length === 0 ? undefined : limits?.plans.find(({ key }) => key === settings.key)?.key;
}

/** Planned duration in seconds, without confirmation attempts and with keys that no earlier run used. */
export function secondsPlanned(prepared: Prepared): number {
  const { settings, limits } = prepared.head;
  const { windowSeconds } = settings;
  const checking = windowsToWait(sentAlways(prepared).length, settings) * windowSeconds;
  if (limits === undefined) return checking;
  return (
    checking +
    secondsForLimits(limits, windowSeconds, usedKey(prepared) !== undefined) +
    costOfDedicated(limits, windowSeconds).seconds
  );
}
