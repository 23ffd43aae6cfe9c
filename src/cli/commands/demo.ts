import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { demo } from '../jobs/demo.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('demo'), 'report');
  return command
    .option('--fault <id>', 'break the server first, to see a failing run')
    .option('--out <dir>', "the run's folder (default: reports/<run-id>)")
    .action(async (flags) => done(await demo(command, flags, io)));
}
