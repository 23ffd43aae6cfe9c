import { Command } from 'commander';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Io } from '../../io/io.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { levelWord } from '../../spec/requirement.ts';
import { REQUIREMENTS, type Requirement, type RequirementId } from '../../spec/requirements/index.ts';
import { wrap } from '../../text/inert.ts';
import { called, widthFor } from '../console/console.ts';
import { explanation } from '../console/explanation.ts';
import type { Problems } from '../console/problems.ts';
import { problemsOf } from '../options/options.ts';

/** `storecheck explain [ID]`: lists the requirements, or explains one, those of an area or of a pattern. */
export function explainCommand(io: Io): Command {
  const command = new Command('explain');
  return command
    .argument(
      '[id]',
      "a requirement, an area or a pattern: list.ok, auth, 'create.rejects.*'; none for the list of all",
    )
    .action(async (pattern: string | undefined) => {
      const problems = problemsOf(command);
      const rows = pattern === undefined ? REQUIREMENTS : matching(pattern, problems);
      problems.check();
      const width = widthFor(io.stdout.columns);
      const [only, ...others] = rows;
      if (pattern === undefined) io.stdout.write(listOf(rows));
      else io.stdout.write(rows.map(({ id }) => explanation(id, width, called(io))).join('\n'));
      if (only !== undefined && others.length === 0) io.stdout.write(await failingExample(only.id, width, io));
    });
}

const areaOf = ({ id }: Requirement) => id.split('.')[0] ?? id;

function matching(pattern: string, problems: Problems): readonly Requirement[] {
  const rows = REQUIREMENTS.filter((row) => areaOf(row) === pattern || matchesPattern(row.id, pattern));
  const known = [...new Set(REQUIREMENTS.map(areaOf)), ...REQUIREMENTS.map(({ id }) => id)];
  if (rows.length === 0)
    problems.add(`no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, known)}; ${ALL}`);
  return rows;
}

const ALL = 'storecheck explain lists all';

/** A line for each requirement, and a blank one between areas. */
function listOf(rows: readonly Requirement[]): string {
  const longest = Math.max(...rows.map(({ id }) => id.length));
  const line = ({ id, level, title }: Requirement) =>
    `${id.padEnd(longest)}  ${levelWord(level).padEnd(6)}  ${title}\n`;
  const areas = [...new Set(rows.map(areaOf))].map((area) => rows.filter((row) => areaOf(row) === area).map(line));
  return areas.map((lines) => lines.join('')).join('\n');
}

/** The command that shows a violation of the requirement; empty if no fault of the reference server violates it. */
async function failingExample(id: RequirementId, width: number, io: Io): Promise<string> {
  const { checkFaults, limitFaults } = await import('../../reference/faults.ts');
  const [fault] = [...checkFaults, ...limitFaults]
    .filter(({ breaks }) => breaks.includes(id))
    .toSorted((a, b) => a.breaks.length - b.breaks.length);
  if (fault === undefined) return '';
  const intro = `to see a failing run of a reference server (${fault.title}):`;
  return `${wrap(intro, width, '  ', '    ')}\n    ${called(io)} demo --fault ${fault.id}\n`;
}
