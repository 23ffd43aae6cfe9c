import { PROBES } from '../../../suites/all-probes.ts';
import { requirementsMatching } from '../../config/sections.ts';
import { groupBy } from '../../exchange/group.ts';
import { levelWord } from '../../spec/requirement.ts';
import { blindSpotOf } from '../../spec/requirements/blind-spots.ts';
import { isTestedBy, judgedBy, REQUIREMENTS, type Requirement } from '../../spec/requirements/catalogue.ts';
import { wrap } from '../../text/wrap.ts';
import { toolCommand, widthFor } from '../console.ts';
import { argumentProblems, type Definition } from '../options/call.ts';

/** `storecheck explain [ID]`: lists all requirements, or explains those with this id, area or pattern. */
export const explainCommand: Definition = (command, io) =>
  command
    .argument(
      '[id]',
      "a requirement, an area or a pattern: list.ok, auth, 'create.rejects.*'; none for the list of all",
    )
    .action((pattern: string | undefined) => {
      const problems = argumentProblems(command);
      const rows = pattern === undefined ? REQUIREMENTS : requirementsMatching(pattern, problems.add);
      problems.throwIfAny();
      const width = widthFor(io.stdout.columns);
      if (pattern === undefined) io.stdout.write(listOf(rows));
      else io.stdout.write(rows.map((row) => explanation(row, width, toolCommand(io))).join('\n'));
    });

function listOf(rows: readonly Requirement[]): string {
  const longest = Math.max(...rows.map(({ id }) => id.length));
  const line = ({ id, level, title }: Requirement) =>
    `${id.padEnd(longest)}  ${levelWord(level).padEnd(6)}  ${title}\n`;
  return [...groupBy(rows, ({ id }) => id.split('.')[0]).values()].map((area) => area.map(line).join('')).join('\n');
}

const MEANING = {
  must: 'must: the specification states it, or storecheck reads it so (source); a violation fails the run',
  should:
    'should: an RFC or good practice states it, not the specification; a violation is a warning (--fail-on should makes it fail)',
  observe: 'info: the specification leaves it open; the behaviour is recorded and never fails',
} as const;

/** The text about a requirement: its level, its sentence, its test and what that cannot see. `tool`: how the user called storecheck. */
function explanation(row: Requirement, width: number, tool: string): string {
  const { id } = row;
  const [command = ''] = judgedBy(id);
  const isCapacity = command === 'capacity';
  const commandLine = `    ${tool} ${[command, '--only', id, row.option ?? []].flat().join(' ')}`;
  const line = (text: string) => wrap(text, width, '  ', '    ');
  return [
    row.id,
    wrap(row.title, width, '  '),
    '',
    ...(isCapacity
      ? [line('of a capacity run: the load and the objectives are yours, and not in the specification')]
      : [line(MEANING[row.level]), line(`specification, ${row.clause}: “${row.quote}”`)]),
    ...(isCapacity ? [] : (row.rows ?? [])).map((text) => `    ${text}`),
    ...(row.source === undefined ? [] : [line(`source: ${row.source}`)]),
    '',
    ...(row.retired === undefined
      ? [...tested(row, command, width), line(`cannot detect: ${blindSpotOf(id)}`), '']
      : [line(`not tested any more: ${row.retired}`)]),
    ...(isCapacity || row.retired !== undefined ? [] : ['  test it alone, with your target and keys:', commandLine]),
    '',
  ].join('\n');
}

function tested({ id, stimuli }: Requirement, command: string, width: number): string[] {
  if (command !== 'check') return [`  tested: by the experiment of docs/${command}.md, with k6`];
  if (stimuli === undefined) return ['  tested: with every response of the run'];
  const probes = PROBES.filter((probe) => isTestedBy(id, probe.id)).map(
    ({ id: name, title, onlyIf }) => `${name}: ${title}${onlyIf === undefined ? '' : ` (only if ${onlyIf})`}`,
  );
  return [
    '  tested: with the responses to these requests',
    ...probes.map((probe) => wrap(probe, width, '    ', '      ')),
  ];
}
