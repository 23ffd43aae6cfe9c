import type { RunTrace } from '../exchange/journal/k6-records.ts';
import { abortReasonOf, endRecord } from '../exchange/trace.ts';
import type { PreparedRun } from './prepare.ts';
import { type Recording, runCheck } from './run-check.ts';
import { runLimits } from './run-limits.ts';

/** Sends all requests of a run, those of the check first, and returns the trace. */
export async function recordRun(prepared: PreparedRun, recording: Recording): Promise<RunTrace> {
  const { head, probes } = prepared;
  const { io, signal, write, k6 } = recording;
  const checked = probes.length > 0 ? await runCheck(prepared, recording) : undefined;
  const trace = checked ?? { head, exchanges: [], skips: [] };
  const checkEnd = checked?.end?.reason ?? 'complete';
  const exhaustsLimits = k6 !== undefined && head.limits !== undefined && checkEnd === 'complete' && !signal.aborted;
  const load = exhaustsLimits ? await runLimits(trace, recording) : undefined;
  const end = endRecord(io.clock.now(), signal.aborted ? abortReasonOf(signal) : checkEnd);
  if (end !== null) write(end);
  return { ...trace, end, ...(load !== undefined && { load }) };
}
