import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { pinRun } from '../jobs/pin.ts';

/** `storecheck pin RUN`: pins the observations of a target, so that later runs report drift. */
export function pinCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('pin');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .option('--out <file>', 'file of the pinned observations of all targets', 'observations.json')
    .action((path: string, flags) => {
      pinRun(command, path, flags, io);
      done(0);
    });
}
