import { Command } from 'commander';
import type { Head } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { judgeRun } from '../../judge/judge-run.ts';
import { buildResult } from '../../result/build.ts';
import { capacityJournals, judgeCapacityAgain, openCapacityRun } from '../capacity/judge-again.ts';
import { collectProblems } from '../console/problems.ts';
import { writeResult } from '../files/folder.ts';
import { evidenceOf, traceOf } from '../files/read-journal.ts';
import { report } from '../files/report.ts';
import { folderAt } from '../files/run-path.ts';
import { expectedFor } from '../options/expected.ts';
import { type FromFile, readFromFile } from '../options/from-file.ts';
import { type Flags, tellUnknown, withOptions } from '../options/options.ts';
import { readReporting } from '../options/read-reporting.ts';

/** The journal says which target it was. */
const ANY = '';

/** `storecheck judge RUN`: the verdicts again, from the journal alone, without a request. */
export function judgeCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('judge'), 'report');
  return command
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or what k6 wrote to its --console-output; repeatable")
    .option('--config <file>', 'the configuration with waivers and pinned observations (default: storecheck.yaml here)')
    .option('--write', "replace the run's results.json, residue.json, report.html, junit.xml and summary.md")
    .action((paths: string[], options: Flags & { write?: boolean; config?: string }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const loaded = readFromFile({ ...options, baseUrl: ANY }, io.cwd, problems);
      problems.check();
      const [path = ''] = paths;
      const folder = folderAt(path, io);
      const files = capacityJournals(paths, io);
      if (files !== undefined) {
        const run = openCapacityRun(files, io);
        const reporting = readReporting(options, problems, io, atItsTarget(loaded, run.head));
        problems.check();
        done(judgeCapacityAgain(run, folder, reporting, options.write === true, io));
        return;
      }
      const trace = traceOf(paths, io);
      const from = atItsTarget(loaded, trace.head);
      const reporting = readReporting(options, problems, io, from);
      const expected = expectedFor(from, trace.head.target.name, reporting.failOn, problems, io);
      problems.check();
      const result = buildResult(trace, judgeRun(trace), reporting.failOn, expected);
      if (options.write === true) writeResult(folder, result, '--write', io);
      report({ result, ...evidenceOf(trace), folder }, reporting, options.write === true, io);
      done(result.exitCode);
    });
}

/** With what the configuration says of the run's target, where it still names it. */
function atItsTarget(loaded: FromFile, { target: { name } }: Head): FromFile {
  const target = loaded.config?.targets.get(name);
  return target === undefined ? loaded : { ...loaded, target };
}
