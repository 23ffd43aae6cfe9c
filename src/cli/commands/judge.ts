import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { buildResult } from '../../result/build.ts';
import { judgeRun } from '../../run/judge.ts';
import { capacityJournals, judgeCapacityAgain } from '../capacity/judge-again.ts';
import { expectedFor } from '../expected.ts';
import { writeResult } from '../folder.ts';
import { readFromFile } from '../from-file.ts';
import { type ReportingOptions, tellUnknown, withReportingOptions } from '../options.ts';
import { collectProblems } from '../problems.ts';
import { evidenceOf, traceOf } from '../read-journal.ts';
import { readReporting } from '../read-reporting.ts';
import { report } from '../report.ts';

/** The journal says which target it was. */
const ANY = '';

/** `storecheck judge RUN`: the verdicts again, from the journal alone, without a request. */
export function judgeCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(new Command('judge'));
  return command
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or what k6 wrote to its --console-output; repeatable")
    .option('--config <file>', 'the configuration with waivers and pinned observations (default: storecheck.yaml here)')
    .option('--write', "replace the run's results.json, residue.json, report.html, junit.xml and summary.md")
    .action((paths: string[], options: ReportingOptions & { write?: boolean; config?: string }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const loaded = readFromFile({ ...options, baseUrl: ANY }, process.cwd(), problems);
      problems.check();
      const capacity = capacityJournals(paths);
      if (capacity !== undefined) {
        const reporting = readReporting(options, problems, loaded);
        problems.check();
        done(judgeCapacityAgain(capacity, reporting, options.write === true));
        return;
      }
      const trace = traceOf(paths);
      const [path = ''] = paths;
      const { name } = trace.head.target;
      const target = loaded.config?.targets.get(name);
      const from = { ...loaded, ...(target === undefined ? {} : { target }) };
      const reporting = readReporting(options, problems, from);
      const expected = expectedFor(from, name, reporting.failOn, problems);
      problems.check();
      const result = buildResult(trace, judgeRun(trace), reporting.failOn, expected);
      const folder = statSync(path).isDirectory() ? path : dirname(path);
      if (options.write === true) writeResult(folder, result, '--write');
      report({ result, ...evidenceOf(trace), folder }, reporting, options.write === true);
      done(result.exitCode);
    });
}
