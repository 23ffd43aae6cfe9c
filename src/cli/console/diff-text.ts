import { groupBy } from '../../exchange/journal/group.ts';
import type { Paint } from '../../report/paint.ts';
import type { Change, ResultDiff, Side, StillFailing } from '../../result/diff.ts';
import { driftChanges } from '../../result/view/observed.ts';
import { plural } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';

interface DiffOptions {
  readonly paint: Paint;
  readonly width: number;
}

/** The comparison as text: both sides, regressions, other changes, and improvements. */
export function diffText(diff: ResultDiff, options: DiffOptions): string {
  const { paint } = options;
  const { red, yellow, cyan, green } = paint;
  const remaining = (isChanged: boolean) => diff.stillFailing.filter(({ changed }) => changed === isChanged);
  const fixed = diff.otherQuestions.length > 0 ? 'Passing under other conditions' : 'Fixed';
  const show = <T>(entries: readonly T[], text: (entry: T, options: DiffOptions) => string) =>
    entries.map((entry) => text(entry, options));
  const sections: readonly (readonly [string, readonly object[], (text: string) => string, readonly string[]])[] = [
    ['New violations', diff.newlyFailing, red, show(diff.newlyFailing, changed)],
    ['Newly inconclusive', diff.newlyInconclusive, yellow, byReason(diff.newlyInconclusive, options)],
    ['Remaining violations, with another finding', remaining(true), yellow, show(remaining(true), another)],
    ['Remaining violations', remaining(false), yellow, show(remaining(false), same)],
    ['Changed behaviour', diff.drift, cyan, show(diff.drift, drifted)],
    ['No longer judged', diff.noLongerJudged, yellow, byReason(diff.noLongerJudged, options)],
    [fixed, diff.fixed, green, show(diff.fixed, changed)],
    ['Now passing (was not judged)', diff.nowProven, green, show(diff.nowProven, changed)],
  ];
  const only = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [wrap(`${title}: ${byArea(names)}`, options.width, '', '  ')];
  const blocks = [
    sides(diff, options),
    ...sections
      .filter(([, entries]) => entries.length > 0)
      .map(([title, entries, colour, texts]) => [colour(`${title} (${counted(entries)})`), ...texts].join('\n')),
    ...only('Only in B', diff.added),
    ...only('Only in A', diff.removed),
    verdict(diff, options),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const ROWS = {
  target: ({ target }) => target,
  address: ({ baseUrl }) => baseUrl,
  run: ({ run }) => run,
  command: ({ command, readOnly }) => `${command}${readOnly ? ', read-only' : ''}`,
  plans: ({ plans }) => plans.toSorted().join(', '),
  depth: ({ depth }) => depth,
  window: ({ windowSeconds }) => `${windowSeconds} s`,
  change: ({ change }) => change,
  peak: ({ peak }) => peak,
  'step length': ({ stepLength }) => stepLength,
  tool: ({ tool }) => tool,
  spec: ({ spec }) => spec,
  outcome: ({ outcome }) => outcome,
  passed: ({ musts }) => `${musts.pass} of ${Object.values(musts).reduce((sum, count) => sum + count, 0)} must results`,
  failed: ({ failed }) => plural(failed, 'must result'),
  waived: ({ waived }) => `${waived} (any level)`,
  inconclusive: ({ musts }) => plural(musts.inconclusive, 'must result'),
} as const satisfies Record<string, (side: Side) => string | undefined>;

/** Both sides in columns; equal values are printed once. */
function sides({ a, b, differs }: ResultDiff, { paint, width }: DiffOptions): string {
  const column = Math.floor((width - 13) / 2);
  const cell = (text: string) => {
    const shown = inert(text);
    return (shown.length < column ? shown : `${shown.slice(0, column - 2)}…`).padEnd(column);
  };
  const line = (name: string, left: string, right: string) => `${name.padEnd(12)} ${left}${right}`.trimEnd();
  const rows = Object.entries(ROWS).flatMap(([name, text]) => {
    const [left, right] = [text(a), text(b)];
    return left === undefined && right === undefined ? [] : [line(name, cell(left ?? ''), cell(right ?? ''))];
  });
  const partial = Object.entries({ A: a, B: b }).flatMap(([name, { selected, notSelected }]) =>
    notSelected === 0
      ? []
      : [
          `${name} is a partial run (--only or --skip) of ${plural(selected, 'requirement')}; ${plural(notSelected, 'other is', 'others are')} not compared`,
        ],
  );
  const names = differs.map((name) => WORDS_OF[name] ?? name);
  const notes = [
    ...partial,
    ...(names.length === 0 ? [] : [`the runs differ in ${names.join(', ')}, which may explain a change`]),
    ...(differs.includes('command') || differs.includes('plans')
      ? ['a requirement that only one run tested is compared only if it fails in B']
      : []),
  ];
  return [
    paint.bold(line('', cell('A'), cell('B'))),
    ...rows,
    ...notes.map((note) => paint.yellow(wrap(`note: ${note}`, width, '', '      '))),
  ].join('\n');
}

const WORDS_OF: Readonly<Partial<Record<string, string>>> = {
  windowSeconds: 'window',
  readOnly: 'read-only',
  stepLength: 'step length',
};

/** A few names; of many, only their number in each area. */
function byArea(names: readonly string[]): string {
  if (names.length <= NAMES) return names.map(inert).join(', ');
  const areas = groupBy(names, (name) => name.split('.')[0] ?? name);
  const counts = [...areas].map(([area, own]) => `${inert(area)} ${own.length}`);
  const ids = new Set(names.map((name) => name.split(' ')[0]));
  const verdicts = ids.size < names.length ? `${names.length} results of ` : '';
  return `${verdicts}${plural(ids.size, 'requirement')} (${counts.join(', ')})`;
}

/** Maximum names of one side's own requirements. */
const NAMES = 5;

/** `3`, or `3, musts: 2` if not all are musts. Observations have no level. */
function counted(entries: readonly object[]): string {
  const musts = entries.filter((entry) => !('level' in entry) || entry.level === 'must').length;
  return musts === entries.length ? `${musts}` : `${entries.length}, musts: ${musts}`;
}

/** Groups requirements that changed for the same reason, e.g. in a read-only run. */
function byReason(changes: readonly Change[], options: DiffOptions): string[] {
  const alike = groupBy(changes, (one) => `${word('a', one)} ${one.to} ${one.reason ?? ''}`);
  return [...alike.values()].map(([first, ...more]) => {
    if (first === undefined || more.length === 0) return first === undefined ? '' : changed(first, options);
    const head = `${word('a', first)} → ${word('b', first)} (${more.length + 1}): ${inert(first.reason ?? '')}`;
    const names = [first, ...more].map(({ name }) => inert(name)).join(', ');
    return `${wrap(head, options.width, '  ', '      ')}\n${wrap(names, options.width, '      ')}`;
  });
}

const WORDS = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  observed: 'info',
  absent: 'not in A',
} as const satisfies Record<Change['from'], string>;

/** The word of a side's own report. A violation of good practice is a warning. */
function word(side: 'a' | 'b', { level, skippedIn, from, to }: Change): string {
  const verdict = side === 'a' ? from : to;
  if (skippedIn?.includes(side) === true) return 'skipped';
  return verdict === 'fail' && level !== 'must' ? 'warning' : WORDS[verdict];
}

const warnings = (changes: readonly Change[]): string => {
  const count = changes.filter(({ level }) => level !== 'must').length;
  return count === 0 ? '' : ` (${plural(count, 'warning')})`;
};

function changed(change: Change, { width }: DiffOptions): string {
  const { name, level, title, to, reason = title, violation = reason, waived } = change;
  const note = [level === 'must' ? '' : level, waived === true ? 'waived' : '']
    .filter((word) => word !== '')
    .join(', ');
  const head = `${inert(name)}  ${word('a', change)} → ${word('b', change)}${note === '' ? '' : ` (${note})`}`;
  const why = to === 'pass' ? title : violation;
  return `${wrap(head, width, '  ')}\n${wrap(inert(why), width, '      ')}`;
}

const same = (row: StillFailing, { width }: DiffOptions): string =>
  wrap(`${inert(row.name)}${waiving(row)}`, width, '  ');

function another(row: StillFailing, options: DiffOptions): string {
  const only = (side: string, [first, ...more]: readonly string[]) => {
    if (first === undefined) return [];
    const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return [wrap(inert(`only in ${side}: ${first}${rest}`), options.width, '      ')];
  };
  return [same(row, options), ...only('A', row.onlyIn.a), ...only('B', row.onlyIn.b)].join('\n');
}

function waiving({ level, waived, waiverGone }: StillFailing): string {
  if (waived === true) return ' (waived)';
  const words = [...(level === 'must' ? [] : ['warning']), ...(waiverGone === true ? ['no longer waived'] : [])];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function drifted(drift: ResultDiff['drift'][number], { width }: DiffOptions): string {
  const name = drift.plan === undefined ? drift.id : `${drift.id} (${drift.plan})`;
  const changes = driftChanges(drift).map(
    ({ members, from, to }) => `${members === '' ? '' : `${members}: `}${from} → ${to}`,
  );
  return wrap(`${inert(name)}  ${changes.join('; ')}`, width, '  ', '      ');
}

function verdict(diff: ResultDiff, { paint, width }: DiffOptions): string {
  const { worse, newlyFailing, newlyInconclusive, fixed, stillFailing } = diff;
  const counts = [
    `${plural(newlyFailing.length, 'new violation')}${warnings(newlyFailing)}`,
    `${newlyInconclusive.length} newly inconclusive`,
    `${fixed.length} fixed`,
    `${plural(stillFailing.length, 'remaining violation')}${warnings(stillFailing)}`,
  ].join(', ');
  const questions = diff.otherQuestions.map((name) => WORDS_OF[name] ?? name);
  const comparison = worse
    ? paint.red(paint.bold('WORSE: B is worse than A.'))
    : paint.green(paint.bold('NOT WORSE: B is not worse than A.'));
  const verdict =
    questions.length === 0
      ? comparison
      : paint.yellow(paint.bold(`NOT COMPARABLE: the runs differ in ${questions.join(', ')}.`));
  return `${verdict}\n${wrap(`${counts}   (exit ${worse ? 1 : 0})`, width, '')}`;
}
