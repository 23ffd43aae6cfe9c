import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { doctor } from '../doctor/doctor.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck doctor`: preflight check with at most two requests. */
export function doctorCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('doctor'), 'doctor');
  return command.action(async (flags) => done(await doctor(command, flags, io)));
}
