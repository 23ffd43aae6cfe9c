import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capacityResult } from '../../run/capacity-result.ts';
import { FILES, writeResult } from '../folder.ts';
import { journalLines } from '../journal-lines.ts';
import { collectProblems, UsageError } from '../problems.ts';
import type { Reporting } from '../read-reporting.ts';
import { report } from '../report.ts';
import { openSource } from './journal-source.ts';
import { endOf, readRun, readSteps } from './merge.ts';

/** How a capacity run's journal begins, or the log of one of its instances, even where the beginning of that was lost. */
const OF_CAPACITY = /^\{"v":1,"kind":"(?:head",.*"command":"capacity"|start",.*"script":"capacity"|(?:sample|lag)")/;

/** The journals' paths where they are those of a capacity run: they may be too long to be read at once, as the others are. */
export function capacityJournals(paths: readonly string[]): string[] | undefined {
  const files = paths.map((path) =>
    existsSync(path) && statSync(path).isDirectory() ? join(path, FILES.journal) : path,
  );
  const others = files.filter((file) => !existsSync(file) || !OF_CAPACITY.test(firstLine(file)));
  if (others.length === files.length) return undefined;
  const problems = others.map((file) =>
    existsSync(file)
      ? `${file} is not the journal of a capacity run${firstLine(file) === '' ? ': it is empty' : ''}`
      : `${file} does not exist`,
  );
  if (problems.length > 0) throw new UsageError(problems);
  return files;
}

function firstLine(file: string): string {
  const [first = ''] = journalLines(file);
  return first;
}

/** The same verdict from the journals alone, those of all instances merged; gives the exit code. */
export function judgeCapacityAgain(files: readonly string[], reporting: Reporting, write: boolean): number {
  const problems = collectProblems();
  const run = readRun(files.map(openSource), problems);
  problems.check();
  if (run === undefined) throw new Error('a run without a plan is a problem');
  const { head, plan, sources } = run;
  const reader = readSteps(run, (problem) => {
    throw new UsageError([problem]);
  });
  const result = capacityResult({ head, ...endOf(sources) }, plan, reader, reporting.failOn);
  const folder = dirname(files[0] ?? '');
  if (write) writeResult(folder, result);
  report({ result, exchanges: [], waits: [], folder }, reporting, write);
  return result.exitCode;
}
