import { ABOVE_BURST, ABOVE_LIMIT, ABOVE_TOP_UP, MAX_CALIBRATIONS, MAX_REFUSALS } from '../exchange/allowances.ts';
import type { ApiKey } from '../exchange/api-key.ts';
import { dayPlan } from '../exchange/day-plan.ts';
import type { Head, LimitPlan, LimitSettings, Settings } from '../exchange/records/run-record.ts';
import type { Work } from '../ledger/ledger.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import type { KeyUse } from './lock-keys.ts';

export type Cost = ReturnType<typeof costOf>;

/** The cost of a run with unused keys, without confirmation attempts of the check. */
export function costOf({ settings, limits }: Pick<Head, 'settings' | 'limits'>, probes: readonly Probe[]) {
  const { key, perDay, windowSeconds, perMinute } = settings;
  const always = sentAlways(probes, settings);
  // The check waits one window for every `perMinute` - 1 requests, which takes nearly all of its time.
  const windows = Math.floor(Math.max(0, always.length - 1) / Math.max(1, perMinute - 1));
  const pauses = always.reduce((sum, { afterMs = 0 }) => sum + afterMs, 0) / 1_000;
  const isUsed = probes.length > 0 && limits?.plans.some((plan) => plan.key === key) === true;
  const load = limits && costOfLimits(limits, settings, { isUsed });
  const seconds = windows * windowSeconds + (load?.seconds ?? 0);
  const slow = seconds + always.length * SLOW_REQUEST_SECONDS;
  const build = load === undefined ? 0 : K6_BUILD_SECONDS;
  const requests = probes.filter((probe) => isSendable(probe, settings)).length;
  const keys = [
    ...(probes.length === 0 ? [] : [{ key, perDay, requests, refusals: 0 }]),
    ...(load?.keys ?? []),
    ...(load?.days ?? []),
  ];
  return {
    check: { requests: always.length, windows, seconds: Math.ceil(windows * windowSeconds + pauses) },
    limits: load,
    keys,
    /** The shortest duration: without the pauses before single requests, of which a service may need fewer. */
    seconds,
    /** The time limit without `--max-duration`: three times the duration with a slow service, a build of k6, and a minute. */
    maxMs: Math.ceil((3 * slow + build + 60) / 60) * 60_000,
  };
}

const SLOW_REQUEST_SECONDS = 1;
/** The time that a build of k6 may add to a run with limits. */
const K6_BUILD_SECONDS = 600;

/** The requests that a check always sends. A run with writes repeats some at its end. */
export function sentAlways(probes: readonly Probe[], settings: Settings): readonly Probe[] {
  const always = probes.filter((probe) => probe.onlyIf === undefined && isSendable(probe, settings));
  return always.some(({ writes }) => writes) ? [...always, ...always.filter(({ atEnd }) => atEnd)] : always;
}

/** The time in which a k6 process starts. */
const STARTING_SECONDS = 5;
/** 2 more calibrations with a used key, and 1 at the end of a window that is shorter than Reset says. */
const RARE_REQUESTS = 3;
/** Requests with the second key of a plan. */
const SECOND_KEY_REQUESTS = 3;
/** A violation with another possible cause is confirmed once. */
const ATTEMPTS = 2;
/** Refusals of a conforming limiter, at least: 2 of the burst, and 2 other operations. A read-only run sends only one of these. */
const MIN_REFUSALS = 4;
/** POST requests of an attempt: 2 with an invalid payload before the burst, and 1 that the service must refuse. */
const CREATES = 3;

/** The cost of exhausting limits. `isUsed`: the check of this run used one of the keys, so k6 waits one window first. */
export function costOfLimits(
  limits: LimitSettings,
  { windowSeconds, readOnly }: Pick<Settings, 'windowSeconds' | 'readOnly'>,
  { isUsed } = { isUsed: false },
) {
  const { plans, sustainWindows, daily } = limits;
  const keys = plans.flatMap(({ key, secondKey, perMinute, perDay }) => {
    // The most that a top-up sends: see `topUp` in load/experiment/burst.ts.
    const topUp = perMinute + ABOVE_BURST + ABOVE_TOP_UP;
    const pacedRequests = sustainWindows > 0 ? MAX_CALIBRATIONS + perMinute * sustainWindows : 0;
    const requests = ATTEMPTS * (perMinute + ABOVE_LIMIT + RARE_REQUESTS + topUp) + pacedRequests;
    const usually = perMinute * (1 + sustainWindows) + ABOVE_LIMIT;
    const second = {
      perDay,
      usually: SECOND_KEY_REQUESTS,
      requests: ATTEMPTS * SECOND_KEY_REQUESTS,
      refusals: ATTEMPTS,
    };
    return [
      { key, perDay, usually, requests, refusals: ATTEMPTS * MAX_REFUSALS },
      ...(secondKey === undefined ? [] : [{ key: secondKey, ...second }]),
    ];
  });
  const sumOf = (what: 'usually' | 'requests') => keys.reduce((sum, one) => sum + one[what], 0);
  // Each daily limit is exhausted with a dedicated key, all of them at the same time.
  const days = plans.flatMap((plan) => {
    const key = daily[plan.plan];
    const own = { exhausted: plan.perDay, perDay: Infinity, refusals: MAX_REFUSALS };
    return key === undefined ? [] : [{ key, ...own, ...costOfDay(plan, windowSeconds) }];
  });
  const most = sumOf('requests');
  // The paced windows, one until the keys have recovered, and the start of k6.
  const pacedSeconds = sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + STARTING_SECONDS : 0;
  const exhausting = Math.ceil((isUsed ? windowSeconds : 0) + windowSeconds + STARTING_SECONDS + pacedSeconds);
  const seconds = exhausting + Math.max(0, ...days.map((day) => day.seconds));
  return {
    keys,
    days,
    leastRefusals: readOnly ? MIN_REFUSALS - 1 : MIN_REFUSALS,
    mostRefusals: ATTEMPTS * MAX_REFUSALS,
    creates: ATTEMPTS * CREATES,
    /** Requests to a conforming limiter. */
    usually: sumOf('usually'),
    /** Maximum requests, without those of the dedicated keys. */
    most,
    mostWithDays: days.reduce((sum, { requests }) => sum + requests, most),
    seconds,
    /** With a confirmation attempt, which waits a window. A wrong Reset and a used key each add a window to each attempt. */
    longestSeconds: seconds + Math.ceil((2 * ATTEMPTS + 2) * windowSeconds) + STARTING_SECONDS,
  };
}

/** The cost of exhausting a daily limit. Its `seconds` are infinite if quota refills as fast as the plan's rate. */
export function costOfDay({ perMinute: perWindow, perDay }: LimitPlan, windowSeconds: number) {
  const { paced, seconds } = dayPlan({ perWindow, perDay, windowSeconds });
  return { requests: MAX_CALIBRATIONS + paced + 1, seconds: Math.ceil(seconds + STARTING_SECONDS) };
}

export function keyUsesOf({ keys: costs }: Pick<Cost, 'keys'>, keys: readonly ApiKey[]): KeyUse[] {
  return keys.flatMap((key) => {
    const ofKey = costs.filter((cost) => cost.key === key.label);
    const sum = (what: keyof Work) => ofKey.reduce((total, cost) => total + cost[what], 0);
    const perDay = Math.min(...ofKey.map((cost) => cost.perDay));
    return ofKey.length === 0 ? [] : [{ key, perDay, requests: sum('requests'), refusals: sum('refusals') }];
  });
}
