import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { REQUIREMENTS, type Requirement, type RequirementId, requirement } from '../../spec/requirements/index.ts';
import { widthFor } from '../console/console.ts';
import { judgedBy } from '../console/judged-by.ts';
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
      `no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, known)}; storecheck list prints all`,
    );
  }
  return rows;
}

function lines(rows: readonly Requirement[]): string {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(7)}  ${title}\n`).join('');
}

/** `storecheck explain ID`: what a requirement means, where it stands in the document, and how it is judged. */
export function explainCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .argument('<id>', "requirement id, area or pattern; 'storecheck list' prints all")
    .action((id: string) => {
      const problems = collectProblems();
      addUnknownOptions(command, problems);
      const rows = matching(id, problems);
      problems.check();
      io.stdout.write(rows.map((row) => explanation(row.id, widthFor(io.stdout.columns))).join('\n'));
      done(0);
    });
}

const MEANING = {
  must: 'must: the specification states it; a violation fails the run',
  should:
    'should: an RFC or good practice states it, not the specification; a violation is a warning (--fail-on should makes it fail)',
  observe: 'observe: the specification leaves it open; the behaviour is recorded and never fails',
} as const;

/** Of commands whose requests k6 sends. */
const BY_K6: Readonly<Record<string, readonly string[]>> = {
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
  const options = ['--base-url …', '--key …', OPTIONS[id] ?? ''].filter((option) => option !== '').join(' ');
  return [
    row.id,
    wrap(row.title, width, '  '),
    '',
    wrap(MEANING[row.level], width, '  ', '    '),
    wrap(`“${row.quote}”`, width, '  ', '    '),
    `  ${row.clause}${row.source === undefined ? '' : `; ${row.source}`}`,
    '',
    ...(BY_K6[command] ??
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
    wrap(
      `try it: storecheck ${command}${command === 'capacity' ? '' : ` --only ${id}`} ${options}`,
      width,
      '  ',
      '    ',
    ),
    '',
  ].join('\n');
}
