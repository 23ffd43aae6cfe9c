import { join } from 'node:path';
import process from 'node:process';
import { systemCode } from '../io/files.ts';
import { CommandError } from '../run/errors.ts';
import { EXIT } from '../text/exit-codes.ts';
import { processIo } from './process-io.ts';
import { reportError, runCli } from './run-cli.ts';

void main();

async function main(): Promise<void> {
  const io = processIo(join(__dirname, 'load'));
  const { stdout, stderr } = process;
  let ended = false;
  const end = (error: unknown) => process.exit(reportError(error, io));
  // Without a listener, an error would end the process. `errored` is read below.
  stdout.on('error', () => undefined);
  // A reader that stops reading progress does not stop the run.
  stderr.on('error', () => undefined);
  // A promise that never settles would end the process with 0, which means passed.
  process.on('beforeExit', () => {
    if (!ended) end(new Error('the process ended before the command finished'));
  });
  // Node's own exit code for this is 1, which means failed.
  process.on('uncaughtException', (error) => end(error));
  const exitCode = await runCli(process.argv.slice(2), io);
  if (stdout.errored === null) await new Promise((written) => stdout.write('', written));
  ended = true;
  const { errored } = stdout;
  // A reader that has gone needs no output. A run has reported other errors itself: its exit code is then at least 2.
  if (errored !== null && systemCode(errored) !== 'EPIPE' && exitCode < EXIT.usage)
    end(new CommandError([`cannot write to stdout (${systemCode(errored)})`]));
  process.exitCode = exitCode;
}
