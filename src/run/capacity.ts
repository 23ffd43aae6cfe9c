import { cpus } from 'node:os';
import { type CapacityPlan, configOfStep, endsExperiment, type Step } from '../capacity/index.ts';
import {
  type CapacityConfig,
  type End,
  type Head,
  isKind,
  type JournalRecord,
  type KeyLabel,
  type LoadEnd,
} from '../exchange/index.ts';
import { type Env, type FoundK6, runK6 } from '../k6/index.ts';
import { type CapacityReader, capacityReader } from './capacity-judge.ts';
import type { Permit } from './guard.ts';

export interface CapacityMeans {
  readonly k6: Pick<FoundK6, 'path' | 'version'>;
  readonly script: string;
  /** A value for every label: `plan#1` … of each share. */
  readonly keys: ReadonlyMap<KeyLabel, string>;
  readonly env: Env;
  readonly timeoutMs: number;
  readonly permit: Permit;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called for every record, in order, as it comes. */
  readonly record: (record: JournalRecord) => void;
}

/** Keys can be banned for going on after 429 (rule 5 of the document), and a step that was turned away shows nothing anyway. */
const MOST_TURNED_AWAY = 8;

const isTurnedAway = (record: JournalRecord) => isKind(record, 'sample') && [429, 401, 403].includes(record.status);

/** Offers step after step, and stops at the first that is far outside the objectives, or invalid: what follows could show nothing. */
export async function runCapacity(head: Head, plan: CapacityPlan, means: CapacityMeans): Promise<CapacityReader> {
  const { permit, signal, now } = means;
  if (!permit.load) throw new Error('no permit to offer load');
  const reader = capacityReader();
  const keep = (record: JournalRecord) => {
    means.record(record);
    return reader.see(record);
  };
  keep(head);
  keep({ v: 1, kind: 'capacity', at: now(), plan });
  for (const step of plan.steps) {
    if (signal.aborted) break;
    const busy = busySince();
    const stop = new AbortController();
    let turnedAway = 0;
    const watch = (record: JournalRecord) => {
      keep(record);
      if (isTurnedAway(record)) turnedAway += 1;
      if (turnedAway >= MOST_TURNED_AWAY) stop.abort();
    };
    const { problems, version } = await runK6({
      k6: means.k6,
      kind: 'capacity',
      script: means.script,
      config: configFor(head, plan, step, means.timeoutMs),
      keys: means.keys,
      env: means.env,
      signal: AbortSignal.any([signal, stop.signal]),
      onRecord: watch,
    });
    const end: LoadEnd = { v: 1, kind: 'load-end', at: now(), script: 'capacity', k6: version, problems, busy: busy() };
    const judged = keep(end);
    if (judged === undefined || endsExperiment(judged, plan.objectives)) break;
  }
  const at = now();
  const reason = signal.aborted ? 'interrupted' : 'complete';
  const end: End = { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason };
  keep(end);
  return reader;
}

function configFor({ run, target, settings }: Head, plan: CapacityPlan, step: Step, timeoutMs: number): CapacityConfig {
  return {
    run,
    baseUrl: target.baseUrl,
    timeoutSeconds: timeoutMs / 1_000,
    experiments: plan.shares.map(({ plan: name, keys, perWindow, windowSeconds, share }) => ({
      plan: name,
      key: `${name}#1`,
      perWindow,
      windowSeconds,
      keys,
      share,
    })),
    step: configOfStep(step, plan, settings.tag),
  };
}

/** The share of all processors' time that was used since: a machine that is busy cannot be on time. */
function busySince(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    const all = after.all - before.all;
    return all === 0 ? 0 : Math.round((1 - (after.idle - before.idle) / all) * 1_000) / 1_000;
  };
}

function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
}
