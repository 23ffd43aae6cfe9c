import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { waive } from '../jobs/waive.ts';

/** `storecheck waive ID RUN`: writes the waivers of what the run found. */
export function waiveCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('waive');
  return command
    .argument('<id>', "a requirement that failed, or a pattern: list.schema, 'create.rejects.*'")
    .argument('<run>', "a run's folder, or its results.json")
    .option('--owner <who>', 'who answers for it')
    .option('--reason <text>', 'why it is accepted')
    .option('--expires <date>', 'the last day on which it counts (YYYY-MM-DD)')
    .option('--link <url>', 'where it is followed up')
    .option('--plan <name>', 'the finding on this plan only')
    .option('--config <file>', 'where it is written; made where it is missing', 'storecheck.yaml')
    .option('--print', 'print the entry and write nothing')
    .action((id: string, path: string, flags) => {
      waive(command, id, path, flags, io);
      done(0);
    });
}
