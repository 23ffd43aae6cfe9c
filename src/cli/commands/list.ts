import { Command } from 'commander';
import { CHECKS } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { REQUIREMENTS, type Requirement } from '../../spec/requirements/index.ts';
import { collectProblems, didYouMean, type Problems } from '../console/problems.ts';
import { requirementsMarkdown } from '../console/requirements-markdown.ts';
import { addUnknownOptions } from '../options/options.ts';

/** `storecheck list`: prints every requirement on a line. */
export function listCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('list');
  return command
    .argument('[pattern]', "an area or a pattern: auth, 'create.rejects.*'")
    .option('--json', 'print JSON')
    .option('--markdown', 'print Markdown, as in docs/requirements.md')
    .action((pattern: string | undefined, options: { json?: boolean; markdown?: boolean }) => {
      const problems = collectProblems();
      addUnknownOptions(command, problems);
      const rows = pattern === undefined ? REQUIREMENTS : matchingRequirements(pattern, problems);
      problems.check();
      io.stdout.write(
        options.json === true
          ? `${JSON.stringify(rows, null, 2)}\n`
          : options.markdown === true
            ? requirementsMarkdown(CHECKS)
            : lines(rows),
      );
      done(0);
    });
}

/** The rows of an area (`auth`), of a pattern (`auth.*`) or of one id. */
export function matchingRequirements(pattern: string, problems: Problems): readonly Requirement[] {
  const rows = REQUIREMENTS.filter(({ id }) => id.startsWith(`${pattern}.`) || matchesPattern(id, pattern));
  if (rows.length === 0) {
    const areas = REQUIREMENTS.map(({ id }) => id.split('.')[0] ?? id);
    const known = [...new Set(areas), ...REQUIREMENTS.map(({ id }) => id)];
    problems.add(
      `no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, known)}; storecheck list prints all`,
    );
  }
  return rows;
}

function lines(rows: readonly Requirement[]): string {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(7)}  ${title}\n`).join('');
}
