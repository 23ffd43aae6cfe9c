import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { buildResult } from '../../result/build.ts';
import type { Result } from '../../result/result.ts';
import { judgeRun } from '../../run/judge.ts';
import { writeResult } from '../folder.ts';
import { type ReportingOptions, tellUnknown, withReportingOptions } from '../options.ts';
import { collectProblems, UsageError } from '../problems.ts';
import { evidenceOf, traceOf } from '../read-journal.ts';
import { readReporting } from '../read-reporting.ts';
import { report } from '../report.ts';

/** `storecheck judge RUN`: the verdicts again, from the journal alone, without a request. */
export function judgeCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(new Command('judge'));
  return command
    .description(
      'judge a recorded run again, from its journal alone; k6 journals of other instances are merged into it',
    )
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or what k6 wrote to its --console-output; repeatable")
    .option('--write', "replace the run's results.json, residue.json, report.html, junit.xml and summary.md")
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
      const folder = statSync(path).isDirectory() ? path : dirname(path);
      if (options.write === true) write(folder, result);
      report({ result, ...evidenceOf(trace), folder }, reporting, options.write === true);
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
