import process from 'node:process';
import { Command } from 'commander';
import { programFor } from './program.ts';

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`storecheck: cannot write to stdout (${code})\n`);
  process.exit(2);
});
programFor(process.stdout, (name) => new Command(name))
  .parseAsync(process.argv.slice(2), { from: 'user' })
  // Commander throws after the help.
  .catch(() => undefined);
