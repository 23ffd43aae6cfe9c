import { isAnswered } from '../exchange/exchange.ts';
import { type K6Records, k6RecordsOf, type RunTrace } from '../exchange/journal/k6-records.ts';
import { isExchange } from '../exchange/records/journal-record.ts';
import type { LoadConfig, LoadScript } from '../exchange/records/load-config.ts';
import type { K6Wait, LoadRecord } from '../exchange/records/load-record.ts';
import type { Head, LimitSettings } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/types.ts';
import { abortReasonOf, endRecord, type Trace } from '../exchange/trace.ts';
import { runK6, scriptPath } from '../k6/run/run-k6.ts';
import { experimentOf } from '../limiter/experiment.ts';
import { waitFor } from '../text/waits.ts';
import { secondAttemptOf } from '../verdicts/limits/attempts.ts';
import { judgeAttempts } from '../verdicts/limits/judge-limits.ts';
import type { PreparedRun, Recording } from './prepare.ts';
import { runCheck } from './run-check.ts';

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

/** Exhausts the limit of every plan, and again if something else could explain a violation. */
async function runLimits({ head, exchanges }: Trace, recording: Recording): Promise<K6Records | undefined> {
  const { io, signal } = recording;
  const records: LoadRecord[] = [];
  let seq = exchanges.length;
  const write = (record: LoadRecord) => {
    // Numbers are unique in the run.
    if (isExchange(record)) seq += 1;
    const numbered = isExchange(record) ? { ...record, seq } : record;
    records.push(numbered);
    recording.write(numbered);
  };
  await sendExperiments(head, recording, write);
  const firstAttempt = k6RecordsOf(records);
  if (firstAttempt === undefined || signal.aborted) return firstAttempt;
  const limits = secondAttemptOf(head, firstAttempt, judgeAttempts(head, firstAttempt).verdicts);
  if (limits === undefined) return firstAttempt;
  const waits = waitsBeforeSecondAttempt(head, limits, firstAttempt, io.clock.now());
  waits.forEach(write);
  const milliseconds = Math.max(0, ...waits.map(({ at, until }) => until - at));
  await io.clock.sleep(milliseconds, signal).catch(() => undefined);
  await sendExperiments({ ...head, limits }, recording, write);
  return k6RecordsOf(records);
}

/** Exhausts the limits of all plans in parallel, then runs the optional experiments. Sends and records; judging is a separate step. */
async function sendExperiments(head: Head, recording: Recording, write: (record: LoadRecord) => void) {
  const { io, k6, permit, signal } = recording;
  if (k6 === undefined || !permit.load) throw new Error('no permit to exhaust limits, or no k6');
  for (const { script, config } of experimentsOf(head, recording.timeoutMs)) {
    if (signal.aborted) break;
    const labels = config.experiments.flatMap(({ key, secondKey }) => [key, secondKey]);
    const keys = recording.keys.filter(({ label }) => labels.includes(label));
    const problems = await runK6({ ...recording, k6, keys, script: scriptPath(script, io), config, onRecord: write });
    write({ v: 1, kind: 'load-end', at: io.clock.now(), script, k6: k6.version, problems });
  }
}

function experimentsOf(head: Head, timeoutMs: number): { script: LoadScript; config: LoadConfig }[] {
  const { limits, run, target } = head;
  if (limits === undefined) return [];
  const { plans, sustainWindows, daily } = limits;
  const common = { run, baseUrl: target.baseUrl, timeoutSeconds: timeoutMs / 1000 };
  const quota = plans.map((plan) => experimentOf(plan, head));
  const paced = quota.map(({ secondKey: _, ...experiment }) => ({ ...experiment, windows: sustainWindows }));
  const days = quota.flatMap(({ plan, perWindow, perDay, windowSeconds }) => {
    const key = daily[plan];
    return key === undefined ? [] : [{ plan, key, perWindow, perDay, windowSeconds }];
  });
  const experiments = [
    ['quota', quota],
    ['sustain', sustainWindows > 0 ? paced : []],
    ['daily', days],
  ] as const;
  return experiments.flatMap(([script, ofScript]) =>
    ofScript.length === 0 ? [] : [{ script, config: { ...common, experiments: ofScript } }],
  );
}

/** A wait of one window for each key whose last response was a 429. A service with longer windows would refuse the second attempt, too. */
function waitsBeforeSecondAttempt({ settings }: Head, { plans }: LimitSettings, load: K6Records, at: number): K6Wait[] {
  const isRefused = (key: KeyLabel) => [...load.exchanges(key)].findLast(isAnswered)?.received.status === 429;
  const wait = { v: 1, kind: 'wait', at, until: at + settings.windowSeconds * 1_000, phase: 'calibrate' } as const;
  return plans.flatMap(({ key }) => (isRefused(key) ? [{ ...wait, ...waitFor('key-refused-last'), key }] : []));
}
