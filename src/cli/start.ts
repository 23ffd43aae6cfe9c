import process from 'node:process';
import { EXIT } from '../text/exit-codes.ts';

const [word = '', ...more] = process.argv.slice(2);
const isHelp = more.length === 0 && ['--help', '-h', 'help', '--version', '-V'].includes(word);
// Help and version need no command. The bundle of main.ts, which contains all, takes longer to load than Node itself.
(isHelp ? printHelp(word) : import('./main.ts')).catch((error: unknown) => {
  process.stderr.write(`storecheck cannot start: ${error}\n`);
  // Node's own exit code for this is 1, which means failed.
  process.exit(EXIT.error);
});

async function printHelp(argument: string): Promise<void> {
  const { Command, CommanderError } = await import('commander');
  const { programFor } = await import('./program.ts');
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`storecheck: cannot write to stdout (${code})\n`);
    process.exit(EXIT.usage);
  });
  await programFor(process, (name) => new Command(name))
    .parseAsync([argument], { from: 'user' })
    // Commander throws after the help.
    .catch((error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
    });
}
