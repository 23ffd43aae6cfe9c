import type { CapacityPlan } from '../../capacity/index.ts';
import {
  type End,
  type Experiment,
  type Head,
  JournalError,
  type JournalRecord,
  type LoadEnd,
  parseRecord,
} from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { type CapacityStart, isCapacityStart } from '../../judge/capacity/instance.ts';
import { UsageError } from '../console/problems.ts';
import { journalLines } from '../files/journal-lines.ts';

/**
 * A journal that is read step by step, so that as many as there are instances are open together and none is held in memory: a run's
 * own, which begins with its head and plan, or what one k6 wrote (a pod's log), which begins with its start record.
 */
export interface JournalSource {
  readonly file: string;
  readonly head: Head | undefined;
  readonly plan: CapacityPlan | undefined;
  readonly run: string | undefined;
  /** From 1; undefined where nothing of an instance is in it. */
  readonly instance: number | undefined;
  /** The start record of the step that comes next. */
  readonly next: () => CapacityStart | undefined;
  /** Gives the records of that step, from its start on. */
  readonly readStep: (see: (record: JournalRecord) => void) => void;
  /** How each k6 ended, as far as was read. */
  readonly loadEnds: readonly LoadEnd[];
  /** How it ended; null where it was cut off. */
  readonly end: () => End | null;
}

export function openSource(file: string, io: Pick<Io, 'cwd'>): JournalSource {
  const records = recordsOf(file, io);
  const loadEnds: LoadEnd[] = [];
  let head: Head | undefined;
  let plan: CapacityPlan | undefined;
  let recordedBy: number | undefined;
  let closing: Experiment | undefined;
  let end: End | null = null;
  let next: CapacityStart | undefined;

  /** Up to the next start record, or the end of the file. */
  const advance = (see: (record: JournalRecord) => void): void => {
    next = undefined;
    for (let one = records.next(); one.done !== true; one = records.next()) {
      const { value: record } = one;
      if (!('kind' in record)) continue;
      if (record.kind === 'start' && isCapacityStart(record)) {
        next = record;
        return;
      }
      if (record.kind === 'experiment') closing = record;
      else if (record.kind === 'load-end') loadEnds.push(record);
      else if (record.kind === 'end') end = record;
      see(record);
    }
  };
  advance((record) => {
    if (!('kind' in record)) return;
    if (record.kind === 'head') head = record;
    else if (record.kind === 'capacity') {
      plan = record.plan as CapacityPlan;
      recordedBy = record.instance ?? (plan.instances === undefined ? 1 : undefined);
    } else if (record.kind === 'sample' || record.kind === 'lag')
      throw new UsageError([
        `${file} begins within a step: its first lines are missing (a node keeps the last 10 MiB of a pod's log, where it is not told otherwise)`,
      ]);
  });
  const first = next as CapacityStart | undefined;
  return {
    file,
    head,
    plan,
    run: head?.run ?? first?.config.run,
    instance: recordedBy ?? first?.instance,
    next: () => next,
    readStep: (see) => {
      if (next !== undefined) see(next);
      advance(see);
    },
    loadEnds,
    end: () => end ?? (head === undefined && closing !== undefined ? completed(closing) : null),
  };
}

/** What k6 wrote by itself has no end record, but closes with the experiments. */
function completed({ at }: Experiment): End {
  return { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason: 'complete' };
}

function* recordsOf(file: string, io: Pick<Io, 'cwd'>): Generator<JournalRecord, undefined> {
  let number = 0;
  try {
    for (const line of journalLines(file, io)) {
      number += 1;
      yield parseRecord(line, number);
    }
  } catch (error) {
    throw error instanceof JournalError ? new UsageError([`${file}: ${error.message}`]) : error;
  }
}
