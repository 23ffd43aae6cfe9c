import type { RunTrace } from '../exchange/journal/load.ts';
import { abortReasonOf, endRecord } from '../exchange/trace.ts';
import type { PreparedRun } from './prepare.ts';
import { type CheckRecording, runCheck } from './run-check.ts';
import { exhaust, type K6Means } from './run-limits.ts';

/** With `k6` if limits are exhausted. */
export type Recording = CheckRecording & Omit<K6Means, 'k6'> & { readonly k6: K6Means['k6'] | undefined };

/** Sends all requests of a run, the conformance part first, and returns the trace. */
export async function recordRun(prepared: PreparedRun, recording: Recording): Promise<RunTrace> {
  const { head, probes } = prepared;
  const { io, signal, write, k6 } = recording;
  const checked = probes.length > 0 ? await runCheck(prepared, recording) : undefined;
  const trace = checked ?? { head, exchanges: [], skips: [] };
  const ended = checked?.end?.reason ?? 'complete';
  const isLoaded = k6 !== undefined && head.limits !== undefined && ended === 'complete' && !signal.aborted;
  const load = isLoaded ? await exhaust(trace, { ...recording, k6 }, write) : undefined;
  const end = endRecord(io.clock.now(), signal.aborted ? abortReasonOf(signal) : ended);
  if (end !== null) write(end);
  return { ...trace, end, ...(load !== undefined && { load }) };
}
