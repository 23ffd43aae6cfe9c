import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { send } from '../lifecycle/send.ts';
import {
  type ReportingOptions,
  type SendingOptions,
  withReportingOptions,
  withSendingOptions,
} from '../options/options.ts';

/** `storecheck check`: the conformance run. Returns the exit code. */
export function checkCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withSendingOptions(new Command('check')));
  return command
    .addHelpText('after', EXAMPLES)
    .action(async (given: SendingOptions & ReportingOptions) => done(await send(command, 'check', given, io)));
}

const EXAMPLES = `
Examples:
  storecheck check --base-url https://staging.example.com/v1 --key pro=env:STORE_API_KEY_PRO --allow-writes
  storecheck check --base-url https://api.example.com/v1 --key free=file:free.key      (read-only)
  storecheck check --base-url http://127.0.0.1:4010/v1 --only 'get.*' --dry-run`;
