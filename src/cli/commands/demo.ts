import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { demo } from '../jobs/demo.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('demo'), 'report');
  return command
    .option('--fault <id>', 'start the server with this fault, to see a failing run')
    .option('--out <dir>', 'output folder (default: reports/<run-id>)')
    .action(async (flags) => done(await demo(command, flags, io)));
}
