import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { widthFor } from '../console/console.ts';
import { collectProblems } from '../console/problems.ts';
import { explanation } from '../explain/explanation.ts';
import { failingExample } from '../explain/failing-example.ts';
import { addUnknownOptions } from '../options/options.ts';
import { matchingRequirements } from './list.ts';

/** `storecheck explain ID`: explains a requirement. A single one gets an example of a failing exchange. */
export function explainCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .argument('<id>', "requirement id, area or pattern; 'storecheck list' prints all")
    .action(async (pattern: string) => {
      const problems = collectProblems();
      addUnknownOptions(command, problems);
      const rows = matchingRequirements(pattern, problems);
      problems.check();
      const width = widthFor(io.stdout.columns);
      io.stdout.write(rows.map(({ id }) => explanation(id, width)).join('\n'));
      const [only, ...others] = rows;
      if (only !== undefined && others.length === 0) {
        const example = await failingExample(only.id, width, io);
        if (example !== '') io.stdout.write(`\n${example}`);
      }
      done(0);
    });
}
