import { DEFAULTS } from '../config/table.ts';
import type { Head, LimitSettings, Settings } from '../exchange/records/run-record.ts';
import { explorationProbes, KEPT_FOR_CONFIRMATION } from '../explore/plan.ts';
import type { Io } from '../io/io.ts';
import { probesFor, selectedChecks } from '../judge/checks/select.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import type { PlanName } from '../spec/plans.ts';
import type { Check } from '../spec/requirements/index.ts';
import { costOfLimits } from './cost.ts';
import { OF_THIS_TOOL } from './tool.ts';

/** What the user asks for; `prepare` derives the other settings of the run. */
export interface CheckRequest
  extends Omit<Settings, 'plan' | 'key' | 'maxRequests' | 'exploration' | 'tag'>,
    Pick<Head, 'command' | 'target'> {
  readonly plan: PlanName;
  readonly maxRequests: number | undefined;
  /** The maximum without `--max-requests`, from storecheck.yaml. */
  readonly budget: number;
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
  budget: Number.POSITIVE_INFINITY,
} as const satisfies Partial<CheckRequest>;

export interface PreparedRun {
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
): PreparedRun {
  const { command, target, maxRequests: asked, budget, seed, limits, ...common } = request;
  const { plan, readOnly } = request;
  const checks = selectedChecks(suiteChecks, request);
  const probesOfRun = suiteProbes;
  const suite = probesFor(checks, probesOfRun);
  const sendable = suite.filter((probe) => isSendable(probe, request));
  // If conditional probes are sent, the exploration ends earlier.
  const always = sendable.filter((probe) => probe.onlyIf === undefined).length;
  const usual = seed === undefined ? sendable.length + RESERVE : DEFAULTS.thoroughRequests;
  const maxRequests = asked ?? Math.min(usual, budget);
  const left = Math.max(0, maxRequests - always - KEPT_FOR_CONFIRMATION);
  const exploration = seed === undefined || suite.length === 0 ? undefined : { seed, requests: left };
  const explore = exploration === undefined ? [] : explorationProbes(exploration.seed, exploration.requests, readOnly);
  const probes = [...suite, ...explore];
  const settings: Settings = {
    ...common,
    key: `${plan}#1`,
    maxRequests,
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
      (probes.length === 0 ? 0 : maxRequests) +
      (limits === undefined ? 0 : costOfLimits(limits, settings.windowSeconds, false).mostWithDays),
  };
  return { head, checks, probes };
}

/** Reserve of requests at the standard depth: first contact, lost responses and confirmation attempts. */
const RESERVE = 100;
