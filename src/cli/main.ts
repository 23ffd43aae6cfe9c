import { join } from 'node:path';
import process from 'node:process';
import { UsageError } from '../run/errors.ts';
import { EXIT } from '../text/exit-codes.ts';
import { processIo } from './process-io.ts';
import { reportError, runCli } from './run-cli.ts';

void main();

async function main(): Promise<void> {
  const io = processIo(join(__dirname, 'load'));
  let ended = false;
  let unprinted: string | undefined;
  const end = (error: unknown) => process.exit(reportError(error, io));
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A reader that has gone needs no output.
    if (code !== 'EPIPE') unprinted = `cannot write to stdout (${code})`;
  });
  // A reader that stops reading progress does not stop the run.
  process.stderr.on('error', () => undefined);
  // A promise that never settles would end the process with 0, which means passed.
  process.on('beforeExit', () => {
    if (!ended) end(new Error('the process ended before the command finished'));
    ended = true;
  });
  // Node's own exit code for this is 1, which means failed.
  process.on('uncaughtException', (error) => end(error));
  const exitCode = await runCli(process.argv.slice(2), io);
  await new Promise((written) => process.stdout.write('', written));
  ended = true;
  // A run reports it by itself.
  if (unprinted !== undefined && exitCode < EXIT.usage) end(new UsageError([unprinted]));
  process.exitCode = exitCode;
}
