import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { rerun } from '../jobs/rerun.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck rerun --failed RESULTS`: repeats what failed there. */
export function rerunCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('rerun'), 'limits');
  return command
    .requiredOption('--failed <results>', 'folder or results.json of the earlier run')
    .action(async (flags) => done(await rerun(command, flags, io)));
}
