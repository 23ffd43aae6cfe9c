import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { selfTest } from '../jobs/self-test.ts';

/** `storecheck self-test`: every fault against every check, every legal variant against every must. */
export function selfTestCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('self-test').option('--json', 'print the matrix as JSON');
  return command.action(async (flags) => done(await selfTest(command, flags, io)));
}
