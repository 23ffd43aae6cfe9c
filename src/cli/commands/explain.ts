import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import { requirementsOf } from '../../config/requirements-of.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import type { Io } from '../../io/io.ts';
import { levelWord } from '../../spec/requirement.ts';
import { REQUIREMENTS, type Requirement, type RequirementId, requirement } from '../../spec/requirements/index.ts';
import { wrap } from '../../text/inert.ts';
import { called, widthFor } from '../console/console.ts';
import { problemsOf } from '../options/options.ts';
import { judgedBy } from '../options/read-run.ts';

/** `storecheck explain [ID]`: lists the requirements, or explains one, those of an area or of a pattern. */
export function explainCommand(io: Io): Command {
  const command = new Command('explain');
  return command
    .argument(
      '[id]',
      "a requirement, an area or a pattern: list.ok, auth, 'create.rejects.*'; none for the list of all",
    )
    .action((pattern: string | undefined) => {
      const problems = problemsOf(command);
      const rows = pattern === undefined ? REQUIREMENTS : requirementsOf(pattern, problems.add);
      problems.check();
      const width = widthFor(io.stdout.columns);
      if (pattern === undefined) io.stdout.write(listOf(rows));
      else io.stdout.write(rows.map(({ id }) => explanation(id, width, called(io))).join('\n'));
    });
}

const areaOf = ({ id }: Requirement) => id.split('.')[0] ?? id;

/** A line for each requirement, and a blank one between areas. */
function listOf(rows: readonly Requirement[]): string {
  const longest = Math.max(...rows.map(({ id }) => id.length));
  const line = ({ id, level, title }: Requirement) =>
    `${id.padEnd(longest)}  ${levelWord(level).padEnd(6)}  ${title}\n`;
  return [...groupBy(rows, areaOf).values()].map((area) => area.map(line).join('')).join('\n');
}

const MEANING = {
  must: 'must: the specification states it; a violation fails the run',
  should:
    'should: an RFC or good practice states it, not the specification; a violation is a warning (--fail-on should makes it fail)',
  observe: 'info: the specification leaves it open; the behaviour is recorded and never fails',
} as const;

const CAPACITY = 'of a capacity run: the load and the objectives are yours, and not in the specification';

/** What a test of an area, or of one of its requirements, cannot see. */
const BLIND_SPOTS: Readonly<Record<string, string>> = {
  auth: 'invalid keys other than those sent, and the lifetime and permissions of keys',
  list: 'animals beyond the first 100 of a list, and queries other than those sent',
  create: 'payloads other than those sent, and anything at all in a read-only run',
  get: 'ids other than those requested',
  error: 'errors that no request of the run caused',
  media: 'responses that the run did not receive',
  'robust.no-server-error':
    'requests that the run did not send, and one or two failures of a gateway, after which a repeated request succeeded',
  rate: 'whether the limiter enforces the limit: storecheck limits tests that',
  limit: 'refusals that the run did not cause',
  'limit.admits-plan': 'one request too few, if the headers do not show it',
  'limit.rejects-excess': 'one request too many, on a limiter that refills during the burst',
  'limit.retry-after-sufficient':
    'a Retry-After that is too short by less than the time between its end and the next request (usually below 1 s). Rounding down is a violation',
  'limit.retry-after-reasonable': 'a Retry-After that is too long by less than rounding to seconds and the latency',
  'limit.retry-after-unit': 'the unit of a number that several units explain',
  'limit.reset-true':
    "a Reset that is wrong by less than a second of rounding and the uncertainty of the server's clock",
  'limit.window-is-a-minute': 'a window that is too short by less than about 3 s',
  'limit.refill-rate': 'a refill that is too fast by less than half',
  'limit.all-operations': 'other paths, and an operation that used a request which came back meanwhile',
  'limit.keys-independent': 'other pairs of customers',
  'limit.no-server-error': 'errors at another load',
  'limit.sustained': 'requests at the same rate that are not evenly spread',
  'limit.daily': 'when the day of the service begins',
  'limit.algorithm': 'whether a window is fixed or sliding, if both would have answered the same',
  'limit.ban': 'a ban after more refusals',
  capacity: 'whether customers behave as projected, and other mixes and longer peaks',
};

/** Options of requirements that are judged only on request. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'limit.keys-independent': ['--second-key free=…'],
  'limit.sustained': ['--sustain'],
  'limit.daily': ['--daily free=…'],
};

/**
 * A requirement: its level, its sentence of the specification, its test, what the test cannot see, and the command that runs it.
 * @param called how the user called storecheck
 */
export function explanation(id: RequirementId, width: number, called: string): string {
  const row = requirement(id);
  const [command = ''] = judgedBy(id);
  const isCapacity = command === 'capacity';
  const alone = `    ${called} ${[command, '--only', id, ...(OPTIONS[id] ?? [])].join(' ')}`;
  const line = (text: string) => wrap(text, width, '  ', '    ');
  return [
    row.id,
    wrap(row.title, width, '  '),
    '',
    line(isCapacity ? CAPACITY : MEANING[row.level]),
    ...(isCapacity ? [] : [line(`specification, ${row.clause}: “${row.quote}”`)]),
    ...(isCapacity ? [] : (row.rows ?? [])).map((text) => `    ${text}`),
    ...(row.source === undefined ? [] : [line(`source: ${row.source}`)]),
    '',
    ...tested(id, width),
    line(
      `cannot detect: ${BLIND_SPOTS[id] ?? BLIND_SPOTS[id.split('.')[0] ?? ''] ?? 'requests that the run did not send'}`,
    ),
    '',
    ...(isCapacity ? [] : ['  test it alone, with your target and keys:', alone]),
    '',
  ].join('\n');
}

function tested(id: RequirementId, width: number): string[] {
  const isLoad = ['limit', 'capacity'].includes(areaOf(requirement(id)));
  if (isLoad)
    return [`  tested: by the experiment of docs/${id.startsWith('limit.') ? 'limits' : 'capacity'}.md, with k6`];
  const { from = [] } = CHECKS.find((one) => one.requirement === id) ?? {};
  if (from === 'all') return ['  tested: with every response of the run'];
  const probes = PROBES.filter((probe) => from.includes(probe.id)).map(
    ({ id: name, title, onlyIf }) => `${name}: ${title}${onlyIf === undefined ? '' : ` (only if ${onlyIf})`}`,
  );
  return [
    '  tested: with the responses to these requests',
    ...probes.map((probe) => wrap(probe, width, '    ', '      ')),
  ];
}
