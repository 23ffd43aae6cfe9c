import process from 'node:process';

/** The help and the version need no command, and the file with all of them takes longer to load than Node itself. */
const [word = '', ...more] = process.argv.slice(2);
void (more.length === 0 && ['--help', '-h', 'help', '--version', '-V'].includes(word)
  ? printHelp(word)
  : import('./main.ts'));

async function printHelp(asked: string): Promise<void> {
  const { Command, CommanderError } = await import('commander');
  const { programFor } = await import('./program.ts');
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`storecheck: cannot write to stdout (${code})\n`);
    process.exit(2);
  });
  await programFor(process.stdout, (name) => new Command(name))
    .parseAsync([asked], { from: 'user' })
    // Commander throws after the help.
    .catch((error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
    });
}
