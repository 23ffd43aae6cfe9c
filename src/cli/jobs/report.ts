import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import { collectProblems, UsageError } from '../console/problems.ts';
import { FILES } from '../files/folder.ts';
import { evidenceOf, traceOf } from '../files/read-journal.ts';
import { readResult } from '../files/read-result.ts';
import { report } from '../files/report.ts';
import type { ReporterName } from '../files/reporters.ts';
import { folderAt } from '../files/run-path.ts';
import { type Flags, tellUnknown } from '../options/options.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';

/** Writes other formats of a result that is there already. Nothing is judged, nothing is sent. */
export function reportAgain(command: Command, path: string, flags: Flags, io: Io): void {
  const problems = collectProblems();
  tellUnknown(command, problems);
  const reporting = readReporting(flags, problems, io);
  problems.check();
  const result = readResult(path, io);
  const folder = folderAt(path, io);
  report({ result, ...evidenceFor(reporting, result, folder, io), folder }, reporting, false, io);
}

/** Formats that show what was sent. */
const SHOWING: readonly ReporterName[] = ['har', 'html'];

/** The journal is read only where a format needs it, and it must be this run's. That of a capacity run holds samples, which none shows. */
function evidenceFor(
  { reporters }: Reporting,
  { run, capacity }: Result,
  folder: string,
  io: Pick<Io, 'cwd'>,
): ReturnType<typeof evidenceOf> {
  const asking = reporters.find(({ name }) => SHOWING.includes(name));
  if (asking === undefined || capacity !== undefined) return { exchanges: [], waits: [] };
  if (!existsSync(resolve(io.cwd, folder, FILES.journal)))
    throw new UsageError([`${folder} holds no ${FILES.journal}, which ${asking.name} is made from`]);
  const trace = traceOf([folder], io);
  if (trace.head.run !== run.id)
    throw new UsageError([`${join(folder, FILES.journal)} is of run ${trace.head.run}, ${FILES.results} of ${run.id}`]);
  return evidenceOf(trace);
}
