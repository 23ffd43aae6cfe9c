import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { diffResults } from '../../result/diff.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { diffText } from '../console/diff-text.ts';
import { readResult } from '../files/read-recorded.ts';
import { problemsOf } from '../options/options.ts';

/** `storecheck diff A B`: compares two results and says whether B is worse. */
export function diffCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('diff');
  return command
    .argument('<a>', "the earlier run's folder, or its results.json")
    .argument('<b>', 'the folder of the later run, or of a run on another target, or its results.json')
    .addHelpText('after', WORSE)
    .action((a: string, b: string) => {
      const problems = problemsOf(command);
      problems.check();
      const diff = diffResults(readResult(a, io), readResult(b, io));
      const paint = paintFor(io.env, io.stdout.isTTY);
      io.stdout.write(diffText(diff, { paint, width: widthFor(io.stdout.columns) }));
      done(diff.worse ? 1 : 0);
    });
}

const WORSE = `
B is worse than A if a must newly fails, loses its waiver, or passed and is now inconclusive.
A must that fails in B and is not in A, e.g. because A has another plan, newly fails too.
Requirements that --only or --skip excluded are not compared.`;
