import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { didYouMean, UsageError } from '../console/problems.ts';
import { findExistingK6, findPinnedK6 } from '../find-k6.ts';
import { onInterrupt } from '../live/interrupt.ts';
import { problemsOf } from '../options/options.ts';

/** `storecheck k6 path|install`: which k6 is used, and building the pinned one. */
export function k6Command(io: Io): Command {
  const command = new Command('k6');
  const talk = (text: string) => io.stderr.write(text);
  const path = new Command('path');
  path
    .description('print the path of k6, without building it')
    .option('--k6 <path>', 'k6 binary')
    .action(async (options: { k6?: string }) => {
      problemsOf(path).check();
      const found = await findExistingK6(options.k6, io);
      for (const { reason } of found.notes) talk(`note: ${reason}\n`);
      io.stdout.write(`${found.path}\n`);
    });
  const install = new Command('install');
  install
    .description('build the pinned k6 into the cache, unless it is cached, and print its path; needs Go 1.25 or later')
    .action(async () => {
      problemsOf(install).check();
      const interrupt = onInterrupt(io, talk, { stopping: 'stopping-without-result' });
      try {
        const found = await findPinnedK6({ print: talk, signal: interrupt.signal }, io);
        talk(`k6 ${found.version} (${found.source})\n`);
        io.stdout.write(`${found.path}\n`);
      } finally {
        interrupt.release();
      }
    });
  for (const sub of [path, install]) {
    // Nested commands do not inherit the program's settings: Commander would exit with 1.
    sub.exitOverride().configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => undefined });
    command.addCommand(sub.allowUnknownOption().allowExcessArguments());
  }
  return command.action(() => {
    const [typed] = command.args;
    const unknown = typed === undefined ? '' : `unknown command ${JSON.stringify(typed)}${didYouMean(typed, NAMES)}; `;
    throw new UsageError([`k6: ${unknown}use storecheck k6 path or storecheck k6 install`]);
  });
}

const NAMES = ['path', 'install'] as const;
