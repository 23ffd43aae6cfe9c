import type { RequirementResult, Result, ResultFinding } from '../result/result.ts';
import { inert, wrap } from './inert.ts';
import { limitLines } from './limits.ts';
import type { Paint } from './paint.ts';

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** Where the run's files lie, for the last lines. */
  readonly folder: string | undefined;
}

/** The report for people: what is fine in brief, what needs an eye after it, failures last, then the verdict and what to do next. */
export function terminal(result: Result, options: TerminalOptions): string {
  const { paint } = options;
  if (result.setUp !== undefined && !options.verbose) return `${closing(result, options)}\n`;
  const blocks = [
    [areas(result, paint), limitLines(result, options.width)].filter((text) => text !== '').join('\n\n'),
    options.verbose ? passes(result, options) : '',
    observations(result, options),
    setAside(result, options),
    section(
      'Inconclusive: evidence is missing, so this is no pass',
      ofVerdict(result, 'inconclusive', 'must').map((row) => reasoned(row, options)),
      paint.yellow,
    ),
    curlHint(result),
    section(
      'Warnings: good practice, not the document',
      failing(result, 'should').map((row) => failure(row, options)),
      paint.yellow,
    ),
    section(
      'Failed: the document states it, the service does otherwise',
      failing(result, 'must').map((row) => failure(row, options)),
      paint.red,
    ),
    closing(result, options),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const failing = (result: Result, level: string) =>
  result.requirements.filter((row) => row.verdict === 'fail' && row.level === level);

/** A pushed limit is judged once for each plan. */
const nameOf = ({ id, plan }: RequirementResult) =>
  id.startsWith('limit.') && plan !== undefined ? `${id} (${plan})` : id;

const LEFT_OUT = 'not part of this run (--only or --skip)';

const ofVerdict = (result: Result, verdict: string, level?: string) =>
  result.requirements.filter(
    (row) => row.verdict === verdict && (level === undefined || row.level === level) && row.reason !== LEFT_OUT,
  );

function section(title: string, entries: readonly string[], colour: (text: string) => string): string {
  return entries.length === 0 ? '' : [colour(`${title} (${entries.length})`), ...entries].join('\n');
}

/** The curl lines cannot know where the key comes from: it may be a file. */
function curlHint({ requirements }: Result): string {
  const any = requirements.some(({ findings }) =>
    findings.some(({ curl }) => curl?.includes('STORE_API_KEY') === true),
  );
  return any ? 'The curl lines below take the key from a variable: export STORE_API_KEY=…' : '';
}

/** One line for each group of requirements. */
function areas({ requirements: all }: Result, paint: Paint): string {
  const requirements = all.filter(({ reason }) => reason !== LEFT_OUT);
  const groups = [...new Set(requirements.map(({ id }) => id.split('.')[0] ?? id))];
  const lines = groups.map((group) => {
    const rows = requirements.filter(({ id }) => id.startsWith(`${group}.`));
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    const failed = rows.filter((row) => row.verdict === 'fail' && row.level === 'must').length;
    const unproven = rows.filter((row) => row.verdict === 'inconclusive' && row.level === 'must').length;
    const mark =
      failed > 0 ? paint.red('✗') : unproven > 0 ? paint.yellow('?') : count('pass') > 0 ? paint.green('✓') : '–';
    const parts = [
      `${count('pass')} passed`,
      failed > 0 ? paint.red(`${failed} failed`) : '',
      rows.some((row) => row.verdict === 'fail' && row.level === 'should')
        ? paint.yellow(`${count('fail') - failed} warned`)
        : '',
      count('inconclusive') > 0 ? paint.yellow(`${count('inconclusive')} inconclusive`) : '',
      count('not-applicable') > 0 ? `${count('not-applicable')} not applicable` : '',
      count('observed') > 0 ? paint.dim(`${count('observed')} observed`) : '',
    ];
    return `  ${mark} ${group.padEnd(8)} ${parts.filter((part) => part !== '').join(', ')}`;
  });
  return lines.join('\n');
}

function passes(result: Result, { paint }: TerminalOptions): string {
  return section(
    'Passed',
    ofVerdict(result, 'pass').map(
      (row) => `  ${paint.green('✓')} ${nameOf(row)}  ${paint.dim(`${inert(row.title)} (${row.subjects} looked at)`)}`,
    ),
    paint.green,
  );
}

function observations(result: Result, { paint, verbose, width }: TerminalOptions): string {
  const observed = ofVerdict(result, 'observed');
  if (observed.length === 0) return '';
  if (!verbose)
    return paint.dim(
      `${observed.length} behaviours that the document leaves open were observed (--verbose shows them)`,
    );
  return section(
    'Observed: the document leaves it open',
    observed.map((row) => wrap(`${nameOf(row)}  ${inert(JSON.stringify(row.value))}`, width, '  ', '      ')),
    paint.cyan,
  );
}

/** What does not apply, one line for each reason. */
function setAside(result: Result, { width, verbose, paint }: TerminalOptions): string {
  const rows = [
    ...ofVerdict(result, 'not-applicable'),
    ...ofVerdict(result, 'inconclusive').filter(({ level }) => level !== 'must'),
  ];
  const reasons = [...new Set(rows.map(({ reason }) => reason ?? ''))];
  const entries = reasons.map((reason) => {
    const ids = [...new Set(rows.filter((row) => row.reason === reason).map(({ id }) => id))];
    const shown =
      verbose || ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
    return wrap(`${inert(reason)}: ${shown}`, width, '  ', '    ');
  });
  return entries.length === 0 ? '' : [paint.dim('Not judged'), ...entries].join('\n');
}

function reasoned(row: RequirementResult, { paint, width }: TerminalOptions): string {
  // Painted after wrapping: codes have no width.
  const head = wrap(`? ${nameOf(row)}  ${row.title}`, width, '  ', '      ')
    .replace('?', paint.yellow('?'))
    .replace(nameOf(row), paint.bold(nameOf(row)));
  return `${head}\n${wrap(inert(row.reason ?? ''), width, '      ')}`;
}

function failure(row: RequirementResult, options: TerminalOptions): string {
  const { paint, width, verbose } = options;
  const colour = row.level === 'must' ? paint.red : paint.yellow;
  const head = `  ${colour(row.level === 'must' ? '✗' : '!')} ${paint.bold(nameOf(row))}\n${wrap(row.title, width, '    ')}`;
  const said = wrap(
    `“${row.quote}” (${row.clause}${row.source === undefined ? '' : `; ${row.source}`})`,
    width,
    '      ',
  );
  const shown = verbose ? row.findings : row.findings.slice(0, 2);
  const rest = row.findings.length - shown.length;
  const more = rest > 0 ? [paint.dim(`      and ${rest} more (results.json, or --verbose)`)] : [];
  return [head, paint.dim(said), ...shown.map((finding) => findingBlock(finding, options)), ...more].join('\n');
}

function findingBlock(
  { message, expected, actual, exchanges, curl }: ResultFinding,
  { paint, width }: TerminalOptions,
): string {
  const numbers =
    exchanges.length === 0 ? '' : ` (exchange ${exchanges.slice(0, 6).join(', ')}${exchanges.length > 6 ? ', …' : ''})`;
  const lines = [
    wrap(`${inert(message)}${numbers}`, width, '      '),
    wrap(`expected  ${inert(expected)}`, width, '        ', '                  '),
    wrap(`actual    ${inert(actual)}`, width, '        ', '                  '),
  ];
  return [...lines, ...(curl === undefined ? [] : [`        ${paint.cyan(inert(curl))}`])].join('\n');
}

const VERDICTS = {
  passed: 'PASSED: no breach of the document was found.',
  failed: 'FAILED: the service breaks the document.',
  incomplete: 'INCOMPLETE: no breach was found, but not everything could be proven.',
  error: 'ERROR: a fault of storecheck itself.',
} as const;

function verdictSentence({ outcome, setUp, settings, requirements }: Result): string {
  if (setUp !== undefined) return 'INCOMPLETE: stopped at a set-up mistake, nothing was judged.';
  const unjudged = requirements.filter(({ verdict, level }) => verdict === 'not-applicable' && level === 'must').length;
  if (outcome === 'passed' && settings.readOnly)
    return `PASSED, READ-ONLY: no breach was found; ${unjudged} musts need a created animal and were not judged.`;
  return VERDICTS[outcome];
}

function closing(result: Result, { paint, folder, width }: TerminalOptions): string {
  const { outcome, requests, requirements, setUp, warnings, residue, exitCode } = result;
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[outcome];
  const count = (verdict: string, level: string) =>
    requirements.filter((row) => row.verdict === verdict && row.level === level).length;
  const warned = count('fail', 'should');
  const totals = `${count('pass', 'must')} musts passed, ${count('fail', 'must')} failed, ${count('inconclusive', 'must')} inconclusive, ${count('not-applicable', 'must')} not applicable${warned > 0 ? `; ${warned} warnings` : ''}; ${requests.sent} requests, ${requests.unplanned429} unplanned 429`;
  const lines = [
    ...(setUp === undefined
      ? []
      : [paint.yellow(wrap(`Set-up: ${inert(setUp.message)}`, width, '')), wrap(inert(setUp.fix), width, '  '), '']),
    ...warnings.map((warning) => paint.yellow(wrap(`note: ${inert(warning)}`, width, '', '      '))),
    colour(paint.bold(wrap(verdictSentence(result), width, ''))),
    wrap(totals, width, ''),
    ...(residue.length === 0
      ? []
      : [`${residue.length} animals stay in the store (the service cannot delete): residue.json`]),
    ...(folder === undefined ? [] : [`evidence: ${folder}`]),
    next(result, folder, exitCode),
  ];
  return lines.join('\n');
}

function next(result: Result, folder: string | undefined, exitCode: number): string {
  const [first] = [
    ...failing(result, 'must'),
    ...ofVerdict(result, 'inconclusive', 'must'),
    ...failing(result, 'should'),
  ];
  const exit = `exit ${exitCode}`;
  if (result.setUp !== undefined) return `next: mend the set-up as said above, then run again   (${exit})`;
  if (first === undefined)
    return `next: storecheck list shows what was judged${folder === undefined ? '' : `; storecheck judge ${folder} judges it again`}   (${exit})`;
  return `next: storecheck explain ${first.id}   (${exit})`;
}
