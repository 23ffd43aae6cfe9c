import { pause } from '../client/pace.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { loadOf } from '../exchange/journal/load.ts';
import { isExchange } from '../exchange/records/journal-record.ts';
import type { K6Wait, LoadRecord } from '../exchange/records/load-record.ts';
import type { Head, LimitSettings, Wait } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/schema.ts';
import { type EndedTrace, endRecord, stopOf, type Trace, UnwrittenError } from '../exchange/trace.ts';
import type { Io } from '../io/io.ts';
import { secondAttemptOf } from '../judge/limits/attempts.ts';
import { judgeRecorded } from '../judge/limits/judge-limits.ts';
import { waitFor } from '../text/waits.ts';
import { type CheckRecording, runCheck } from './check.ts';
import { type LimitsRun, runLimits } from './limits.ts';
import type { PreparedRun } from './prepare.ts';

export interface Recording extends CheckRecording {
  readonly io: CheckRecording['io'] & Pick<Io, 'k6'>;
  /** Present if limits are exhausted. */
  readonly load?: Omit<LimitsRun, keyof CheckRecording> | undefined;
}

/** Sends all requests of a run, the conformance part first, and returns the trace. */
export async function recordRun(prepared: PreparedRun, recording: Recording): Promise<EndedTrace> {
  const { head, probes } = prepared;
  const { io, signal, record, load } = recording;
  record(head);
  const checked = probes.length > 0 ? await runCheck(prepared, recording) : undefined;
  let trace: Trace = checked ?? { head, exchanges: [], skips: [], waits: [] };
  const ended = checked?.end?.reason ?? 'complete';
  if (load !== undefined && head.limits !== undefined && ended === 'complete') {
    const rested = await rest(trace, recording);
    const exhausted = loadOf(await exhaust(trace, load, recording));
    trace = { ...trace, waits: [...trace.waits, ...rested], ...(exhausted === undefined ? {} : { load: exhausted }) };
  }
  const end = endRecord(io.clock.now(), signal.aborted ? stopOf(signal.reason) : ended);
  record(end);
  return { ...trace, end: signal.reason instanceof UnwrittenError ? null : end };
}

/** Exhausts every plan's quota, and repeats it if something else could explain a violation. */
async function exhaust(
  { head, exchanges }: Trace,
  load: NonNullable<Recording['load']>,
  recording: Recording,
): Promise<LoadRecord[]> {
  const records: LoadRecord[] = [];
  let seq = exchanges.length;
  const record = (one: LoadRecord) => {
    // Numbers are unique in the run.
    if (isExchange(one)) seq += 1;
    const numbered = isExchange(one) ? { ...one, seq } : one;
    records.push(numbered);
    recording.record(numbered);
  };
  const run = { ...recording, ...load, record };
  if (!run.signal.aborted) await runLimits(head, run);
  const exhausted = loadOf(records);
  if (exhausted === undefined || run.signal.aborted) return records;
  const limits = secondAttemptOf(head, exhausted, judgeRecorded(head, exhausted).verdicts);
  if (limits === undefined) return records;
  await waitOut(restOf(head, limits, records, run.io.clock.now()), run);
  await runLimits({ ...head, limits }, run);
  return records;
}

/** A window's wait for each key that was refused last: otherwise a service with longer windows would refuse the confirmation attempt as well. */
function restOf({ settings }: Head, { plans }: LimitSettings, load: readonly LoadRecord[], at: number): K6Wait[] {
  const answered = load.filter(isExchange).filter(isAnswered);
  const isRefused = (label: KeyLabel) => answered.findLast(({ key }) => key === label)?.received.status === 429;
  const wait = { v: 1, kind: 'wait', at, until: at + settings.windowSeconds * 1_000, phase: 'calibrate' } as const;
  return plans.flatMap(({ key }) => (isRefused(key) ? [{ ...wait, ...waitFor('key-refused-last'), key }] : []));
}

/** Waits if the conformance part exhausted its key: the next request would get an unplanned 429. */
async function rest({ exchanges, waits, head }: Trace, recording: Recording): Promise<Wait[]> {
  const at = recording.io.clock.now();
  const needed = exchanges.length === 0 ? undefined : pause(exchanges, waits, head.settings, true, at);
  if (needed === undefined) return [];
  const { milliseconds, ...reason } = needed;
  const wait: Wait = { v: 1, kind: 'wait', at, until: at + milliseconds, ...reason };
  await waitOut([wait], recording);
  return [wait];
}

interface Waiting<W> extends Pick<Recording, 'io' | 'signal'> {
  readonly record: (wait: W) => void;
}

/** Records the waits, and waits until they are over or the run is stopped. */
async function waitOut<W extends Wait | K6Wait>(
  waits: readonly W[],
  { io, signal, record }: Waiting<W>,
): Promise<void> {
  for (const wait of waits) record(wait);
  const milliseconds = Math.max(0, ...waits.map(({ at, until }) => until - at));
  if (milliseconds > 0)
    await io.clock.sleep(milliseconds, signal).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
}
