import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import { UsageError } from '../console/problems.ts';
import { FILES, fileAt, writeResult } from '../files/folder.ts';
import { journalLines } from '../files/read-journal.ts';
import { report } from '../files/report.ts';
import type { Reporting } from '../options/read-reporting.ts';
import { type CapacityRun, endOf, readSteps } from './merge.ts';

/** The first lines of a capacity journal, or of an instance's log whose beginning was lost. */
const OF_CAPACITY = /^\{"v":1,"kind":"(?:head",.*"command":"capacity"|start",.*"script":"capacity"|(?:sample|lag)")/;

/** The paths of the journals, if they belong to a capacity run. Such journals may be too long to read at once. */
export function capacityJournals(paths: readonly string[], io: Pick<Io, 'cwd'>): string[] | undefined {
  const files = paths.map((path) => fileAt(path, FILES.journal, io));
  const problems = files.flatMap((file) => whyNot(file, io) ?? []);
  if (problems.length === files.length) return undefined;
  if (problems.length > 0) throw new UsageError(problems);
  return files;
}

function whyNot(file: string, io: Pick<Io, 'cwd'>): string | undefined {
  if (!existsSync(resolve(io.cwd, file))) return `${file} does not exist`;
  const [first = ''] = journalLines(file, io);
  if (OF_CAPACITY.test(first)) return undefined;
  return `${file} is not a journal of a capacity run${first === '' ? ': it is empty' : ''}`;
}

/** Judges the journals again, offline. Returns the exit code. */
export function judgeCapacityAgain(
  run: CapacityRun,
  folder: string,
  reporting: Reporting,
  write: boolean,
  io: Io,
): number {
  const { head, plan, sources } = run;
  // Reading the steps also shows how each process ended.
  const reader = readSteps(run);
  const result = capacityResult({ head, ...endOf(sources) }, plan, reader, reporting.failOn);
  if (write) writeResult(folder, result, '--write', io);
  report({ result, exchanges: [], waits: [], folder }, reporting, write, io);
  return result.exitCode;
}
