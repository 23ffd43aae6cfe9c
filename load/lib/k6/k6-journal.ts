import exec from 'k6/execution';
import type { LoadConfig, LoadScript, QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';

/** `k6 run --console-output FILE --log-format raw` appends each line to FILE unbuffered, so the journal can be tailed. */
export function write(record: K6Record): void {
  console.log(JSON.stringify(record));
}

/** Opens the journal, in setup. Returns the wall clock at the start of the run: read once, so that no stepped clock disturbs a measurement. */
export function startJournal(script: LoadScript, config: LoadConfig, instance?: number): number {
  const at = Date.now();
  const epoch = at - exec.instance.currentTestRunDuration;
  write({ v: 1, kind: 'start', at, script, config, ...(instance === undefined ? {} : { instance }) });
  return epoch;
}

/**
 * A paced experiment's closing line, for teardown. VUs share no memory, so the number of sent requests is unknown: it
 * states the planned number of lines.
 */
export function closePaced(
  run: string,
  { key, plan, perWindow, windowSeconds }: QuotaExperiment,
  instance: string,
  startedAt: number,
  planned: number,
): void {
  // k6 has no run time in teardown ("not supported"); no verdict depends on this moment.
  const about = { run, key, plan, perWindow, windowSeconds, instance, startedAt, at: Date.now() };
  const counts = { planned, sent: null, phases: {}, refused: 0, unanswered: 0, skipped: [] };
  write({ v: 1, kind: 'experiment', ...about, role: 'paced', ...counts });
}
