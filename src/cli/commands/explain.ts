import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { codeExplanation } from '../console/code-explanation.ts';
import { widthFor } from '../console/console.ts';
import { collectProblems } from '../console/problems.ts';
import { explanation } from '../explain/explanation.ts';
import { failingExample } from '../explain/failing-example.ts';
import { addUnknownOptions } from '../options/options.ts';
import { matchingRequirements } from './list.ts';

/** `storecheck explain ID`: explains a requirement, with an example of a failing exchange, or a code of results.json. */
export function explainCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .argument('<id>', "requirement id, area or pattern ('storecheck list' prints all), or a code of results.json")
    .action(async (pattern: string) => {
      const problems = collectProblems();
      addUnknownOptions(command, problems);
      const width = widthFor(io.stdout.columns);
      const meaning = codeExplanation(pattern, width);
      const rows = meaning === undefined ? matchingRequirements(pattern, problems) : [];
      problems.check();
      if (meaning !== undefined) io.stdout.write(meaning);
      io.stdout.write(rows.map(({ id }) => explanation(id, width)).join('\n'));
      const [only, ...others] = rows;
      if (only !== undefined && others.length === 0) {
        const example = await failingExample(only.id, width, io);
        if (example !== '') io.stdout.write(`\n${example}`);
      }
      done(0);
    });
}
