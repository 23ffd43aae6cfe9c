import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { knownTarget } from '../../config/index.ts';
import type { Head } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { judgeRun } from '../../judge/judge-run.ts';
import { plural } from '../../reporters/text/count.ts';
import { buildResult } from '../../result/build.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import type { Result } from '../../result/result.ts';
import { capacityJournals, endOf, openRun, readSteps } from '../capacity/merge.ts';
import { UsageError } from '../console/problems.ts';
import { FILES, folderAt, writeResult } from '../files/folder.ts';
import { evidenceOf, readResult, traceOf } from '../files/read-recorded.ts';
import { report } from '../files/report.ts';
import type { Reported } from '../files/reporters.ts';
import { type Call, readCall } from '../options/call.ts';
import { expectedFor } from '../options/expected.ts';
import { type Flags, LAST_GROUP, withOptions } from '../options/options.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';

/** `storecheck judge RUN`: judges a recorded run again, from its journal, without a request. */
export function judgeCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('judge'), 'report');
  return command
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or the --console-output file of k6; repeatable")
    .optionsGroup(LAST_GROUP)
    .option('--config <file>', 'file with waivers and pinned behaviour (default: storecheck.yaml in this folder)')
    .option('--write', 'overwrite results.json and the reports of the run (of the first of several runs)')
    .action((paths: string[], flags) => done(judge(command, paths, flags, io)));
}

/** The target comes from the journal. */
const ANY = '';

function judge(
  command: Command,
  paths: readonly string[],
  flags: Flags & { readonly write?: boolean },
  io: Io,
): number {
  const call = readCall(command, { ...flags, baseUrl: ANY }, io);
  const { problems } = call;
  problems.check();
  const [path = ''] = paths;
  const isWritten = flags.write === true;
  const folder = folderAt(path, io);
  const publish = (judged: Omit<Reported, 'folder'>, reporting: Reporting): number => {
    if (isWritten) assertNotLost(folder, judged.result, io);
    if (isWritten) writeResult(folder, judged.result, '--write', io);
    report({ ...judged, folder }, reporting, isWritten, io);
    return judged.result.exitCode;
  };
  const files = capacityJournals(paths, io);
  if (files !== undefined) {
    const run = openRun(files, io);
    const { head, plan, sources } = run;
    const reporting = readReporting(atItsTarget(call, head));
    problems.check();
    // Reading the steps also shows how each process ended.
    const reader = readSteps(run);
    const result = capacityResult({ head, ...endOf(sources) }, plan, reader, reporting.failOn);
    return publish({ result, exchanges: [], waits: [] }, reporting);
  }
  const recorded = traceOf(paths, io);
  const itsCall = atItsTarget(call, recorded.head);
  const { name = recorded.head.target.name } = itsCall.from.target ?? {};
  const trace = { ...recorded, head: { ...recorded.head, target: { ...recorded.head.target, name } } };
  const reporting = readReporting(itsCall);
  const expected = expectedFor(itsCall, trace.head.target.name, reporting.failOn);
  problems.check();
  const result = buildResult(trace, judgeRun(trace), reporting.failOn, expected);
  return publish({ result, ...evidenceOf(trace) }, reporting);
}

/** Throws a UsageError instead of replacing a result that has requests by one that has none. */
function assertNotLost(folder: string, { requests }: Result, io: Pick<Io, 'cwd'>): void {
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
  return target === undefined ? call : { ...call, from: { ...call.from, target } };
}
