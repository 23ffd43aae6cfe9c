import { JournalError, parseRecord } from '../../exchange/journal/journal.ts';
import type { CapacityPlan } from '../../exchange/records/capacity-record.ts';
import type { JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Experiment, LoadEnd } from '../../exchange/records/load-record.ts';
import type { End, Head } from '../../exchange/records/run-record.ts';
import { endRecord } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { type CapacityStart, isCapacityStart } from '../../judge/capacity/instance.ts';
import { UsageError } from '../../run/errors.ts';
import { journalLines } from '../files/read-recorded.ts';

export type JournalSource = ReturnType<typeof openSource>;

/** A journal that is read step by step, since the journals of all instances may not fit into memory: of a run, or the log of one k6. */
export function openSource(file: string, io: Pick<Io, 'cwd'>) {
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
      recordedBy = plan.instances === undefined ? 1 : undefined;
    } else if (record.kind === 'sample' || record.kind === 'lag')
      throw new UsageError([
        `${file} begins within a step: its first lines are missing (by default, a node keeps only the last 10 MiB of a pod's log)`,
      ]);
  });
  const first = next as CapacityStart | undefined;
  return {
    file,
    head,
    plan,
    run: head?.run ?? first?.config.run,
    /** From 1; undefined if it has no records of an instance. */
    instance: recordedBy ?? first?.instance,
    next: () => next,
    readStep: (see: (record: JournalRecord) => void) => {
      if (next !== undefined) see(next);
      advance(see);
    },
    /** How each k6 process ended, as far as the journal was read. */
    loadEnds,
    /** How it ended; null if it was cut off. */
    end: (): End | null => {
      // A log of k6 alone has no end record, but a closing record for each experiment.
      const closed = head === undefined ? closing : undefined;
      return end ?? (closed === undefined ? null : endRecord(closed.at, 'complete'));
    },
  };
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
