import process from 'node:process';
import { Command } from 'commander';
import { programFor } from './program.ts';

/** The help and the version need no command, and the file with all of them takes longer to load than Node itself. */
const [word = '', ...more] = process.argv.slice(2);
if (more.length === 0 && ['--help', '-h', 'help', '--version', '-V'].includes(word)) {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 2));
  programFor(process.stdout, (name) => new Command(name))
    .parseAsync([word], { from: 'user' })
    .catch(() => undefined);
} else void import('./main.ts');
