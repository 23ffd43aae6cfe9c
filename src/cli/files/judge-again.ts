import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { knownTarget } from '../../config/read.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import { judgeRun } from '../../judge/judge-run.ts';
import { buildResult } from '../../result/build.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import { exchangesOf } from '../../result/load.ts';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../../run/errors.ts';
import { plural } from '../../text/count.ts';
import { capacityJournals, endOf, openRun, readSteps } from '../capacity/merge.ts';
import { type Call, callOf } from '../options/call.ts';
import { expectedFor } from '../options/expected.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';
import { FILES } from './folder.ts';
import { readResult, traceOf } from './read-recorded.ts';
import type { Reported } from './report.ts';

/** What the journals of a run show, with the waivers and pinned observations of the present configuration. Sends nothing. */
export function judgeAgain(
  paths: readonly string[],
  call: Call,
  io: Io,
): { readonly judged: Omit<Reported, 'folder'>; readonly reporting: Reporting } {
  const { problems } = call;
  const files = capacityJournals(paths, io);
  if (files !== undefined) {
    const run = openRun(files, io);
    const { head, plan, sources } = run;
    const reporting = readReporting(atItsTarget(call, head));
    problems.check();
    // Reading the steps also shows how each process ended.
    const reader = readSteps(run);
    const result = capacityResult({ head, ...endOf(sources) }, plan, reader, reporting.failOn);
    return { judged: { result, exchanges: [] }, reporting };
  }
  const [path = '', ...more] = paths;
  if (more.length > 0)
    throw new UsageError(['only the journals of one capacity run can be merged: judge each other run by itself']);
  const recorded = traceOf(path, io);
  const itsCall = atItsTarget(call, recorded.head);
  const { name = recorded.head.target.name } = itsCall.from.target ?? {};
  const trace = { ...recorded, head: { ...recorded.head, target: { ...recorded.head.target, name } } };
  const reporting = readReporting(itsCall);
  const expected = expectedFor(itsCall, trace.head.target.name, reporting.failOn);
  problems.check();
  const result = buildResult(trace, judgeRun(trace), reporting.failOn, expected);
  return { judged: { result, exchanges: exchangesOf(trace) }, reporting };
}

/** Throws a UsageError instead of replacing a result that has requests by one that has none. */
export function assertNotLost(folder: string, { requests }: Result, io: Pick<Io, 'cwd'>): void {
  if (requests.sent > 0 || !existsSync(resolve(io.cwd, folder, FILES.results))) return;
  const { sent } = readResult(folder, io).requests;
  if (sent > 0)
    throw new UsageError([
      `--write: ${join(folder, FILES.results)} has ${plural(sent, 'request')}, but these journals have none: add the missing journals, or remove that file`,
    ]);
}

/** Reads the waivers and pinned observations of the run's target, if the configuration still has it. */
function atItsTarget(call: Call, { target: recorded }: Head): Call {
  const target = knownTarget(call.from.config?.targets.values() ?? [], recorded);
  const { command, flags, from, io, problems } = call;
  return target === undefined ? call : callOf(command, flags, { ...from, target }, io, problems);
}
