import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { judge } from '../jobs/judge.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck judge RUN`: the verdicts again, from the journal alone, without a request. */
export function judgeCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('judge'), 'report');
  return command
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or what k6 wrote to its --console-output; repeatable")
    .option('--config <file>', 'the configuration with waivers and pinned observations (default: storecheck.yaml here)')
    .option('--write', "replace the run's results.json, residue.json, report.html, junit.xml and summary.md")
    .action((paths: string[], flags) => done(judge(command, paths, flags, io)));
}
