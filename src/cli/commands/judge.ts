import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { JournalError, readJournal, type Trace } from '../../exchange/index.ts';
import { buildResult } from '../../result/build.ts';
import type { Result } from '../../result/result.ts';
import { judgeRun } from '../../run/judge.ts';
import { readTrace } from '../../run/read.ts';
import { FILES, writeResult } from '../folder.ts';
import { type ReportingOptions, tellUnknown, withReportingOptions } from '../options.ts';
import { collectProblems, UsageError } from '../problems.ts';
import { readReporting, report } from '../report.ts';

/** `storecheck judge RUN`: the verdicts again, from the journal alone, without a request. */
export function judgeCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(new Command('judge'));
  return command
    .description(
      'judge a recorded run again, from its journal alone; k6 journals of other instances are merged into it',
    )
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or what k6 wrote to its --console-output; repeatable")
    .option('--write', "replace the run's results.json and residue.json")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((paths: string[], options: ReportingOptions & { write?: boolean }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const reporting = readReporting(options, problems);
      problems.check();
      const trace = traceOf(paths);
      const [path = ''] = paths;
      const result = buildResult(trace, judgeRun(trace), reporting.failOn);
      if (options.write === true) write(statSync(path).isDirectory() ? path : dirname(path), result);
      report(result, reporting, undefined);
      done(result.exitCode);
    });
}

function write(folder: string, result: Result): void {
  try {
    writeResult(folder, result);
  } catch (error) {
    throw new UsageError([
      `--write: cannot write to ${folder} (${error instanceof Error ? error.message : String(error)})`,
    ]);
  }
}

/** A journal that cannot be read is a usage error that names the file and the line. */
function traceOf(paths: readonly string[]): Trace {
  const files = paths.map(journalAt);
  const texts = files.map(textOf);
  // Each by itself first, so that a problem names its file.
  for (const [index, text] of texts.entries()) named(files[index] ?? '', () => readJournal(text));
  return named(files.join(', '), () => readTrace(texts));
}

function journalAt(path: string): string {
  if (!existsSync(path))
    throw new UsageError([`${path} does not exist; give a run's folder, e.g. reports/20261121T101500Z-3f9a2c`]);
  const file = statSync(path).isDirectory() ? join(path, FILES.journal) : path;
  if (!existsSync(file))
    throw new UsageError([
      `${path} holds no ${FILES.journal}; give the folder of one run, e.g. ${join(path, '20261121T101500Z-3f9a2c')}`,
    ]);
  return file;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError([
      `cannot read ${file} (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    ]);
  }
}

function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JournalError) throw new UsageError([`${file}: ${error.message}`]);
    throw error;
  }
}
