import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { judge } from '../jobs/judge.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck judge RUN`: judges a recorded run again, from its journal, without a request. */
export function judgeCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('judge'), 'report');
  return command
    .argument('<run...>', "a run's folder, its exchanges.ndjson, or the --console-output file of k6; repeatable")
    .option(
      '--config <file>',
      'configuration file with waivers and pinned observations (default: storecheck.yaml in this folder)',
    )
    .option('--write', 'overwrite results.json, residue.json, report.html, junit.xml and summary.md of the run')
    .action((paths: string[], flags) => done(judge(command, paths, flags, io)));
}
