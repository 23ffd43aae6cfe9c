import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { send } from '../lifecycle/send.ts';
import {
  type LoadOptions,
  type ReportingOptions,
  type SendingOptions,
  withLoadOptions,
  withReportingOptions,
  withSendingOptions,
} from '../options/options.ts';

/** `storecheck limits`: every plan's limit, pushed with k6. */
export function limitsCommand(io: Io, done: (exitCode: number) => void): Command {
  return pushing('limits', io, done);
}

/** `storecheck run`: check and limits joined in one result. */
export function runCommand(io: Io, done: (exitCode: number) => void): Command {
  return pushing('run', io, done);
}

function pushing(name: 'limits' | 'run', io: Io, done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withLoadOptions(withSendingOptions(new Command(name))));
  return command
    .addHelpText('after', examples(name))
    .action(async (given: SendingOptions & LoadOptions & ReportingOptions) =>
      done(await send(command, name, given, io)),
    );
}

function examples(name: string): string {
  return `
Examples:
  storecheck ${name} --base-url https://staging.example.com/v1 --key free=env:FREE --key pro=env:PRO --allow-load
  storecheck ${name} --base-url http://127.0.0.1:4010/v1 --window 6
  storecheck ${name} --base-url https://staging.example.com/v1 --key free=env:FREE --second-key free=env:OTHER --allow-load --dry-run`;
}
