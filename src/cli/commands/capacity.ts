import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { readCapacitySettings } from '../capacity/read-capacity.ts';
import { capacityJobOf } from '../jobs/capacity.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck capacity`: does a plan change fit, before it is made? */
export function capacityCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('capacity'), 'capacity');
  return command
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => done(await capacityJobOf(readCapacitySettings(command, flags, io), io)));
}

const EXAMPLES = `
Examples:
  storecheck capacity --target staging --change pro=400 --dry-run
  storecheck capacity --base-url http://127.0.0.1:4010/v1 --key pro=env:PRO --subscribers pro=100 --active pro=0.3 \\
    --use pro=0.5 --change pro=400 --p95 300ms --errors 1%
  storecheck capacity --target staging --change pro=400 --allow-load --segments 2/3 --start-at 2026-11-21T12:05:00Z
  storecheck capacity --target staging --change pro=400 --allow-load --distribute k6-operator --parallelism 20`;
