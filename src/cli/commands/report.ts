import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../console/problems.ts';
import { FILES, folderAt } from '../files/folder.ts';
import { evidenceOf, readResult, traceOf } from '../files/read-recorded.ts';
import { report } from '../files/report.ts';
import type { ReporterName } from '../files/reporters.ts';
import { type Flags, problemsOf, withOptions } from '../options/options.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';

/** `storecheck report RUN`: writes other formats of an existing result, without sending or judging. */
export function reportCommand(io: Io): Command {
  const command = withOptions(new Command('report'), 'format');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .addHelpText('after', EXAMPLES)
    .action((path: string, flags) => reportAgain(command, path, flags, io));
}

const EXAMPLES = `
Examples:
  storecheck report reports/20261121T101500Z-3f9a2c --reporter har        # into the run's folder
  storecheck report reports/20261121T101500Z-3f9a2c --reporter junit=store.xml
  storecheck report reports/20261121T101500Z-3f9a2c --reporter markdown=- --quiet

The exit code says whether the files were written, not whether the run passed.`;

function reportAgain(command: Command, path: string, flags: Flags, io: Io): void {
  const problems = problemsOf(command);
  const reporting = readReporting({ flags, from: {}, problems, io });
  problems.check();
  const result = readResult(path, io);
  const folder = folderAt(path, io);
  report({ result, ...evidenceFor(reporting, result, folder, io), folder }, reporting, false, io);
}

const SHOWING: readonly ReporterName[] = ['har', 'html'];

/** Reads the journal if a format needs it, and checks that it belongs to this run. No format shows the samples of a capacity run. */
function evidenceFor(
  { reporters }: Reporting,
  { run, capacity }: Result,
  folder: string,
  io: Pick<Io, 'cwd'>,
): ReturnType<typeof evidenceOf> {
  const asking = reporters.find(({ name }) => SHOWING.includes(name));
  if (asking === undefined || capacity !== undefined) return { exchanges: [], waits: [] };
  if (!existsSync(resolve(io.cwd, folder, FILES.journal)))
    throw new UsageError([`${folder} contains no ${FILES.journal}, which ${asking.name} needs`]);
  const trace = traceOf([folder], io);
  if (trace.head.run !== run.id)
    throw new UsageError([
      `${join(folder, FILES.journal)} belongs to run ${trace.head.run}, but ${FILES.results} to ${run.id}`,
    ]);
  return evidenceOf(trace);
}
