import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { REQUIREMENTS, type Requirement, type RequirementId, requirement } from '../../spec/requirements/index.ts';
import { codeExplanation } from '../console/code-explanation.ts';
import { widthFor } from '../console/console.ts';
import { judgedBy } from '../console/judged-by.ts';
import { collectProblems, didYouMean, type Problems } from '../console/problems.ts';
import { requirementsMarkdown } from '../console/requirements-markdown.ts';
import { tellUnknown } from '../options/options.ts';

/** `storecheck list`: every requirement, one a line. */
export function listCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('list');
  return command
    .argument('[pattern]', "an area or a pattern: auth, 'create.rejects.*'")
    .option('--json', 'as JSON')
    .option('--markdown', 'as the table of docs/requirements.md')
    .action((pattern: string | undefined, options: { json?: boolean; markdown?: boolean }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const rows = pattern === undefined ? REQUIREMENTS : matching(pattern, problems);
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
function matching(pattern: string, problems: Problems): readonly Requirement[] {
  const rows = REQUIREMENTS.filter(({ id }) => id.startsWith(`${pattern}.`) || matchesPattern(id, pattern));
  if (rows.length === 0) {
    const areas = REQUIREMENTS.map(({ id }) => id.split('.')[0] ?? id);
    const known = [...new Set(areas), ...REQUIREMENTS.map(({ id }) => id)];
    problems.add(
      `no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, known)}; storecheck list shows all`,
    );
  }
  return rows;
}

function lines(rows: readonly Requirement[]): string {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(7)}  ${title}\n`).join('');
}

/** `storecheck explain ID`: what a requirement means, its place in the specification, and how it is judged; or what a code of results.json means. */
export function explainCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .argument('<id>', 'a requirement id, an area or a pattern (see storecheck list), or a code of results.json')
    .action((id: string) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const width = widthFor(io.stdout.columns);
      const meaning = codeExplanation(id, width);
      const rows = meaning === undefined ? matching(id, problems) : [];
      problems.check();
      io.stdout.write(meaning ?? rows.map((row) => explanation(row.id, width)).join('\n'));
      done(0);
    });
}

const MEANING = {
  must: 'must: the specification states it; a violation fails the run',
  should:
    'should: an RFC or good practice states it, the specification does not; a violation is a warning (--fail-on should makes it fail)',
  observe: 'observe: the specification leaves it open; the behaviour is recorded and never judged',
} as const;

/** Of commands whose requests k6 sends. */
const PUSHED: Readonly<Record<string, readonly string[]>> = {
  limits: ["  judged plan by plan, from what k6 records while it pushes the key's limit"],
  capacity: ['  judged step by step, from what k6 records while it offers the load'],
};

/** What is judged only where an option of its own asks for it. */
const OPTIONS: Readonly<Record<string, string>> = {
  'limit.keys-independent': '--second-key free=…',
  'limit.sustained': '--sustain',
  'limit.daily': '--daily free=…',
  'limit.ban': '--ban free=…',
};

function explanation(id: RequirementId, width: number): string {
  const row = requirement(id);
  const from = CHECKS.find((one) => one.requirement === id)?.from ?? [];
  const probes = from === 'all' ? [] : PROBES.filter((probe) => from.includes(probe.id));
  const [command = ''] = judgedBy(id);
  const given = ['--base-url …', '--key …', OPTIONS[id] ?? ''].filter((option) => option !== '').join(' ');
  return [
    row.id,
    wrap(row.title, width, '  '),
    '',
    wrap(MEANING[row.level], width, '  ', '    '),
    wrap(`“${row.quote}”`, width, '  ', '    '),
    `  ${row.clause}${row.source === undefined ? '' : `; ${row.source}`}`,
    '',
    ...(PUSHED[command] ??
      (from === 'all'
        ? ['  judged over every response of the run']
        : [
            '  judged by the answers to',
            ...probes.map((probe) =>
              wrap(
                `${probe.id}: ${probe.title}${probe.onlyIf === undefined ? '' : ` (only if ${probe.onlyIf})`}`,
                width,
                '    ',
                '      ',
              ),
            ),
          ])),
    '',
    wrap(`try it: storecheck ${command}${command === 'capacity' ? '' : ` --only ${id}`} ${given}`, width, '  ', '    '),
    '',
  ].join('\n');
}
