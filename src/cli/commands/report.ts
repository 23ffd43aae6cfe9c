import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { knownTarget } from '../../config/read.ts';
import type { Flags } from '../../config/table.ts';
import { exchangesOf } from '../../exchange/journal/k6-records.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import { buildResult } from '../../result/build-result.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import type { Result } from '../../result/result.ts';
import { CommandError } from '../../run/errors.ts';
import { plural } from '../../text/number-text.ts';
import { judgeRun } from '../../verdicts/judge-run.ts';
import { capacityJournals, readCapacityRun } from '../capacity/merge.ts';
import { FILES, folderAt } from '../files/folder.ts';
import { readResult, traceOf } from '../files/read-recorded.ts';
import { outputsOf } from '../files/report-files.ts';
import { acceptedFor } from '../options/accepted.ts';
import { argumentProblems, type Call, callOf, type Definition, findConfig, withOptions } from '../options/call.ts';
import { readReporters } from '../options/read-settings.ts';

/** The flags of `report`. Without `--judge`, it only shows an existing result. */
type ReportFlags = Flags & { readonly judge?: boolean; readonly write?: boolean };

/** `storecheck report RUN`: shows an existing result in other formats, or judges the recorded requests again. Sends nothing. */
export const reportCommand: Definition = (command, io, setExitCode) => {
  command
    .argument('<run...>', "a run's folder, its results.json, or with --judge its exchanges.ndjson")
    .optionsGroup('Judge again:')
    .option('--judge', 'judge the recorded requests again; several RUNs are the parts of one capacity run')
    .option('--write', 'with --judge: overwrite results.json and the reports of the (first) run')
    .option(
      '--config <file>',
      'with --judge: file with waivers and pinned behaviour (default: storecheck.yaml in this folder)',
    );
  return withOptions(command)
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: ReportFlags) => setExitCode(await report(command, paths, flags, io)));
};

const HELP = `
The exit code is that of the verdict, or 2 if a file cannot be written.

Examples:
  storecheck report reports/20261121T101500Z-3f9a2c --reporter har   # into the run's folder
  storecheck report reports/20261121T101500Z-3f9a2c --reporter junit=store.xml
  storecheck report reports/20261121T101500Z-3f9a2c --reporter markdown=- --quiet
  storecheck report reports/20261121T101500Z-3f9a2c --judge --write   # e.g. after accept`;

async function report(command: Command, paths: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  const { judge: judgesAgain = false, write: overwrites = false } = flags;
  const problems = argumentProblems(command);
  // The value of an unknown option would be taken for a run.
  problems.throwIfAny();
  const config = (judgesAgain ? findConfig(flags, problems, io) : undefined) ?? {};
  const call = callOf({ command: 'report', flags, config, io, problems });
  for (const name of judgesAgain ? [] : (['write', 'config', 'failOn'] as const))
    if (flags[name] !== undefined) problems.add(`--${name === 'failOn' ? 'fail-on' : name} needs --judge`);
  if (!judgesAgain && paths.length > 1)
    problems.add('report shows one run; with --judge, several are the parts of one capacity run');
  problems.throwIfAny();
  const folder = folderAt(paths[0] ?? '', io);
  const { run, options } = judgesAgain ? judgeAgain(paths, call) : asRecorded(paths[0] ?? '', folder, call);
  const { result } = run;
  if (overwrites) assertNotLost(folder, result, io);
  const outputs = outputsOf({ ...run, folder }, { ...options, withStandard: overwrites }, io);
  for (const act of [outputs.writeFiles, outputs.print]) {
    const failed = await act();
    if (failed.length > 0) throw new CommandError(failed);
  }
  return result.exitCode;
}

const reportOptionsOf = (call: Call) => ({ ...call.settings, reporter: readReporters(call) });

/** The recorded result. Reads the journal if a format needs exchanges; no format shows the samples of a capacity run. */
function asRecorded(path: string, folder: string, call: Call) {
  const options = reportOptionsOf(call);
  call.problems.throwIfAny();
  const result = readResult(path, call.io);
  const needsExchanges = options.reporter.some(({ name }) => name === 'har' || name === 'html');
  const trace = needsExchanges && result.capacity === undefined ? traceOf(folder, call.io) : undefined;
  const { run = result.run.id } = trace?.head ?? {};
  if (run !== result.run.id)
    throw new CommandError([`${folder} has the journal of run ${run}, but the result of ${result.run.id}`]);
  return { run: { result, exchanges: trace === undefined ? [] : exchangesOf(trace) }, options };
}

/** Judges the journals of a run, with the waivers and pinned observations of the present configuration. Sends nothing. */
function judgeAgain(paths: readonly string[], call: Call) {
  const { problems, io } = call;
  const files = capacityJournals(paths, io);
  if (files !== undefined) {
    const reader = readCapacityRun(files, io);
    const options = reportOptionsOf(withRecordedTarget(call, reader.recorded().head));
    problems.throwIfAny();
    const result = capacityResult(reader, options.failOn);
    return { run: { result, exchanges: [] }, options };
  }
  const [path = '', ...more] = paths;
  if (more.length > 0)
    throw new CommandError(['only the journals of one capacity run can be merged: judge each other run by itself']);
  const recorded = traceOf(path, io);
  const callOfRun = withRecordedTarget(call, recorded.head);
  const { name = recorded.head.target.name } = callOfRun.config.target ?? {};
  const trace = { ...recorded, head: { ...recorded.head, target: { ...recorded.head.target, name } } };
  const options = reportOptionsOf(callOfRun);
  const accepted = acceptedFor(callOfRun, trace.head.target.name);
  problems.throwIfAny();
  const result = buildResult(trace, judgeRun(trace), options.failOn, accepted);
  return { run: { result, exchanges: exchangesOf(trace) }, options };
}

/** Throws a CommandError if a result with requests would be replaced by one without. */
function assertNotLost(folder: string, { requests }: Result, io: Pick<Io, 'cwd'>): void {
  if (requests.sent > 0 || !existsSync(resolve(io.cwd, folder, FILES.results))) return;
  const { sent } = readResult(folder, io).requests;
  if (sent > 0)
    throw new CommandError([
      `--write: ${join(folder, FILES.results)} has ${plural(sent, 'request')}, but these journals have none: add the missing journals, or remove that file`,
    ]);
}

/** The call with the target of the recorded run, if the configuration still has it. */
function withRecordedTarget(call: Call, { target: recorded }: Head): Call {
  const target = knownTarget(call.config.targets?.values() ?? [], recorded);
  return target === undefined ? call : callOf({ ...call, config: { ...call.config, target } });
}
