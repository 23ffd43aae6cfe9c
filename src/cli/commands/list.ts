import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import { wrap } from '../../reporters/inert.ts';
import { isRequirementId, REQUIREMENTS, requirement } from '../../spec/requirements/index.ts';
import { widthFor } from '../console.ts';
import { tellUnknown } from '../options.ts';
import { collectProblems, didYouMean } from '../problems.ts';
import { requirementsMarkdown } from '../requirements-markdown.ts';

/** `storecheck list`: every requirement, one a line. */
export function listCommand(done: (exitCode: number) => void): Command {
  const command = new Command('list');
  return command
    .description('every requirement: id, level, title')
    .option('--json', 'as JSON')
    .option('--markdown', 'as the table of docs/requirements.md')
    .allowUnknownOption()
    .allowExcessArguments()
    .action((options: { json?: boolean; markdown?: boolean }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      problems.check();
      process.stdout.write(
        options.json === true
          ? `${JSON.stringify(REQUIREMENTS, null, 2)}\n`
          : options.markdown === true
            ? requirementsMarkdown(CHECKS)
            : lines(),
      );
      done(0);
    });
}

function lines(): string {
  const width = Math.max(...REQUIREMENTS.map(({ id }) => id.length));
  return REQUIREMENTS.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(7)}  ${title}\n`).join('');
}

/** `storecheck explain ID`: what a requirement means, where it stands in the document, and how it is judged. */
export function explainCommand(done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .description('what a requirement says, where the document says it, and which requests judge it')
    .argument('<id>', 'a requirement id, see storecheck list')
    .allowUnknownOption()
    .allowExcessArguments()
    .action((id: string) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      if (!isRequirementId(id)) {
        problems.add(
          `no requirement ${JSON.stringify(id)}${didYouMean(
            id,
            REQUIREMENTS.map((row) => row.id),
          )}; storecheck list shows them`,
        );
        problems.check();
      } else {
        problems.check();
        process.stdout.write(explanation(id, widthFor(process.stdout.columns)));
      }
      done(0);
    });
}

const MEANING = {
  must: 'must: the document states it; a breach fails the run',
  should:
    'should: an RFC or good practice states it, the document does not; a breach is a warning (--fail-on should makes it fail)',
  observe: 'observe: the document leaves it open; the behaviour is recorded and never judged',
} as const;

function explanation(id: Parameters<typeof requirement>[0], width: number): string {
  const row = requirement(id);
  const check = CHECKS.find((one) => one.requirement === id);
  const from = check?.from ?? [];
  const probes = from === 'all' ? [] : PROBES.filter((probe) => from.includes(probe.id));
  return [
    row.id,
    wrap(row.title, width, '  '),
    '',
    wrap(MEANING[row.level], width, '  ', '    '),
    wrap(`“${row.quote}”`, width, '  ', '    '),
    `  ${row.clause}${row.source === undefined ? '' : `; ${row.source}`}`,
    '',
    ...(from === 'all'
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
        ]),
    '',
    `  try it: storecheck check --only ${id} --base-url … --key …`,
    '',
  ].join('\n');
}
