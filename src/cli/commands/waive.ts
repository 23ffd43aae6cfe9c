import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { waive } from '../jobs/waive.ts';

/** `storecheck waive ID RUN`: writes waivers for failed requirements of a run. */
export function waiveCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('waive');
  return command
    .argument('<id>', "a requirement that failed, or a pattern: list.schema, 'create.rejects.*'")
    .argument('<run>', "a run's folder, or its results.json")
    .option('--owner <who>', 'who is responsible for the waiver')
    .option('--reason <text>', 'why the failure is accepted')
    .option('--expires <date>', 'last day of the waiver (YYYY-MM-DD)')
    .option('--link <url>', 'issue that tracks the failure')
    .option('--plan <name>', 'waive the failure only for this plan')
    .option('--config <file>', 'configuration file to add the waiver to', 'storecheck.yaml')
    .option('--print', 'print the waiver, and write no file')
    .action((id: string, path: string, flags) => {
      waive(command, id, path, flags, io);
      done(0);
    });
}
