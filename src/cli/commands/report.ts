import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { reportAgain } from '../jobs/report.ts';
import { withOptions } from '../options/options.ts';

/** `storecheck report RUN`: writes other formats of an existing result. */
export function reportCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('report'), 'format');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .addHelpText('after', EXAMPLES)
    .action((path: string, flags) => {
      reportAgain(command, path, flags, io);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  storecheck report reports/20261121T101500Z-3f9a2c --reporter har,ctrf             (into the run's folder)
  storecheck report reports/20261121T101500Z-3f9a2c --reporter junit=build/store.xml
  storecheck report reports/20261121T101500Z-3f9a2c --reporter markdown=- --quiet

The exit code says whether the files were written, not whether the run passed.`;
