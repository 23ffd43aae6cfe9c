import type { SenderOptions } from '../client/send.ts';
import { DEFAULTS } from '../config/table.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { Head, LimitSettings, Settings } from '../exchange/records/run-record.ts';
import { explorationProbes, KEPT_FOR_CONFIRMATION } from '../explore/plan.ts';
import type { FoundK6, Io } from '../io/io.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import { isSelected } from '../spec/pattern.ts';
import type { PlanName } from '../spec/plans.ts';
import { CHECK_REQUIREMENTS, isTestedBy, type Requirement } from '../spec/requirements/catalogue.ts';
import { costOf } from './cost.ts';
import { OF_THIS_TOOL } from './tool.ts';

/** What the user asks for; `prepare` derives the other settings of the run. */
export interface RequestedRun
  extends Omit<Settings, 'plan' | 'key' | 'maxRequests' | 'exploration' | 'tag'>,
    Pick<Head, 'command' | 'target'> {
  readonly plan: PlanName;
  readonly maxRequests?: number | undefined;
  /** The maximum without `--max-requests`, from storecheck.yaml. */
  readonly budget?: number | undefined;
  /** Present at the depth `thorough`: the seed of the exploration. */
  readonly seed?: number | undefined;
  /** Present if limits are exhausted. */
  readonly limits?: LimitSettings;
}

export type PreparedRun = ReturnType<typeof prepare>;

/** What a run may do to its target. Everything that sends requires it, and only `readPermit` decides to allow something. */
export interface Permit {
  readonly writes: boolean;
  readonly load: boolean;
}

/** What a run needs to send and record. */
export interface Recording extends SenderOptions {
  readonly io: Io;
  readonly permit: Permit;
  /** Called for every record, in order. */
  readonly write: (record: JournalRecord) => void;
  /** Present if limits are exhausted, or load is offered. */
  readonly k6: FoundK6 | undefined;
}

/** Derives head, judged requirements, their probes and the cost of a run. Without suite probes, the run has no check. */
export function prepare(requested: RequestedRun, suiteProbes: readonly Probe[], io: Pick<Io, 'clock' | 'random'>) {
  const { command, target, maxRequests: most, budget = Infinity, seed, limits, ...common } = requested;
  const { plan, readOnly } = requested;
  const requirements = suiteProbes.length === 0 ? [] : CHECK_REQUIREMENTS.filter(({ id }) => isSelected(id, requested));
  const suite = probesFor(requirements, suiteProbes);
  const sendable = suite.filter((probe) => isSendable(probe, requested));
  // The exploration gets the requests of conditional probes, and ends earlier if those are sent.
  const always = sendable.filter((probe) => probe.onlyIf === undefined).length;
  const usual = seed === undefined ? sendable.length + RESERVE : DEFAULTS.thoroughRequests;
  const maxRequests = most ?? Math.min(usual, budget);
  const requests = Math.max(0, maxRequests - always - KEPT_FOR_CONFIRMATION);
  const exploration = seed === undefined || suite.length === 0 ? undefined : { seed, requests };
  const probes = exploration === undefined ? suite : [...suite, ...explorationProbes({ ...exploration, readOnly })];
  const settings: Settings = {
    ...common,
    key: `${plan}#1`,
    maxRequests,
    exploration,
    tag: Math.floor(io.random() * 0x1000000)
      .toString(16)
      .padStart(6, '0'),
  };
  const plannedRun = { settings, limits };
  const cost = costOf(plannedRun, probes);
  const startedAt = new Date(io.clock.now()).toISOString();
  const head: Head = {
    v: 1,
    kind: 'head',
    run: `${startedAt.replace(/[-:]|\.\d+/g, '')}-${settings.tag}`,
    command,
    ...OF_THIS_TOOL,
    startedAt,
    target,
    ...plannedRun,
    planned: (probes.length === 0 ? 0 : maxRequests) + (cost.limits?.mostWithDays ?? 0),
  };
  return { head, requirements, probes, cost };
}

/** The first contact, the probes that show the requirements, those that they build on, and conditional reads that build on any of these. */
export function probesFor(requirements: readonly Requirement[], probes: readonly Probe[]): Probe[] {
  const byId = new Map(probes.map((probe) => [probe.id, probe]));
  const isTesting = (probe: string) => requirements.some(({ id }) => isTestedBy(id, probe));
  const wanted = new Set(probes.map(({ id }) => id).filter((id, index) => index === 0 || isTesting(id)));
  // The loop also reaches what is added meanwhile.
  for (const id of wanted) for (const used of byId.get(id)?.uses ?? []) wanted.add(used);
  return probes.filter(
    ({ id, onlyIf, uses, writes }) =>
      wanted.has(id) || (onlyIf !== undefined && !writes && uses.some((used) => wanted.has(used))),
  );
}

/**
 * Requests that a check of the standard depth may send beyond its probes, for first contact, lost responses and confirmation attempts. They
 * raise its maximum, so they cost nothing unless they are sent. A thorough check keeps fewer (`KEPT_FOR_CONFIRMATION`).
 */
const RESERVE = 100;
