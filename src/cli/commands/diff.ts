import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { inertJson } from '../../reporters/json.ts';
import { diffResults } from '../../result/diff.ts';
import { paintFor, tellUnknownColour, widthFor } from '../console/console.ts';
import { diffText } from '../console/diff-text.ts';
import { collectProblems } from '../console/problems.ts';
import { readResult } from '../files/read-result.ts';
import { tellUnknown } from '../options/options.ts';

/** `storecheck diff A B`: what is another in B, and whether B is worse. */
export function diffCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('diff');
  return command
    .argument('<a>', "the earlier run's folder, or its results.json")
    .argument('<b>', 'the later one, or that of another target')
    .option('--json', 'as JSON')
    .option('--color <when>', 'always, never or auto')
    .addHelpText('after', WORSE)
    .action((a: string, b: string, { json, color }: { json?: boolean; color?: string }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      tellUnknownColour(color, problems);
      problems.check();
      const diff = diffResults(readResult(a, io), readResult(b, io));
      const paint = paintFor(color, io.env, io.stdout.isTTY);
      const text = diffText(diff, { paint, width: widthFor(io.stdout.columns) });
      io.stdout.write(json === true ? `${inertJson(diff, 2)}\n` : text);
      done(diff.worse ? 1 : 0);
    });
}

const WORSE = `
Worse: a must fails that did not fail or was waived (and is not waived now), or one that passed can no longer be proven.`;
