import { groupBy } from '../../exchange/journal/group.ts';
import type { Change, ResultDiff, StillFailing } from '../../result/diff.ts';
import { driftChanges } from '../../result/view/observed.ts';
import { plural } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';
import { type DiffOptions, sides } from './diff-sides.ts';

/** The comparison as text: both sides, regressions, other changes, and improvements. */
export function diffText(diff: ResultDiff, options: DiffOptions): string {
  const { paint, width } = options;
  const block = (title: string, entries: readonly object[], colour: (text: string) => string, texts: string[]) =>
    entries.length === 0 ? [] : [[colour(`${title} (${counted(entries)})`), ...texts].join('\n')];
  const section = <T extends object>(
    title: string,
    entries: readonly T[],
    text: (entry: T, options: DiffOptions) => string,
    colour: (text: string) => string,
  ) =>
    block(
      title,
      entries,
      colour,
      entries.map((entry) => text(entry, options)),
    );
  const unjudged = (title: string, changes: readonly Change[]) =>
    block(title, changes, paint.yellow, byReason(changes, options));
  const only = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [wrap(`${title}: ${byArea(names)}`, width, '', '  ')];
  const [failing, inconclusive] = [bySending('a', diff.newlyFailing), bySending('a', diff.newlyInconclusive)];
  const [judged, proven] = [bySending('b', diff.noLongerJudged), bySending('a', diff.nowProven)];
  const remaining = (isChanged: boolean) => diff.stillFailing.filter(({ changed }) => changed === isChanged);
  const fixed = diff.otherQuestions.length > 0 ? 'Passing under other conditions' : 'Fixed';
  const blocks = [
    sides(diff, options),
    ...section('New violations', failing.sent, changed, paint.red),
    ...section('Violations, not sent in A', failing.unsent, changed, paint.red),
    ...unjudged('Newly inconclusive', inconclusive.sent),
    ...unjudged('Inconclusive, not sent in A', inconclusive.unsent),
    ...section('Remaining violations, with another finding', remaining(true), another, paint.yellow),
    ...section('Remaining violations', remaining(false), same, paint.yellow),
    ...section('Changed behaviour', diff.drift, drifted, paint.cyan),
    ...unjudged('No longer judged', judged.sent),
    ...unjudged('Not sent in B', judged.unsent),
    ...section(fixed, diff.fixed, changed, paint.green),
    ...section('Now passing (was inconclusive or not applicable)', proven.sent, changed, paint.green),
    ...section('Passing, not sent in A', proven.unsent, changed, paint.green),
    ...only('Only in B', diff.added),
    ...only('Only in A', diff.removed),
    verdict(diff, options),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Separates requirements that this side skipped: the service did not change there. */
const bySending = (side: 'a' | 'b', changes: readonly Change[]) => ({
  sent: changes.filter(({ skippedIn }) => skippedIn?.includes(side) !== true),
  unsent: changes.filter(({ skippedIn }) => skippedIn?.includes(side) === true),
});

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
  const { worse, newlyInconclusive, fixed, stillFailing } = diff;
  const failing = bySending('a', diff.newlyFailing);
  const counts = [
    `${plural(failing.sent.length, 'new violation')}${warnings(failing.sent)}`,
    ...(failing.unsent.length === 0
      ? []
      : [`${plural(failing.unsent.length, 'violation')} not sent in A${warnings(failing.unsent)}`]),
    `${newlyInconclusive.length} newly inconclusive`,
    `${fixed.length} fixed`,
    `${plural(stillFailing.length, 'remaining violation')}${warnings(stillFailing)}`,
  ].join(', ');
  const questions = diff.otherQuestions.map((name) => (name === 'stepLength' ? 'step length' : name));
  const comparison = worse
    ? paint.red(paint.bold('WORSE: B is worse than A.'))
    : paint.green(paint.bold('NOT WORSE: B is not worse than A.'));
  const verdict =
    questions.length === 0
      ? comparison
      : paint.yellow(paint.bold(`NOT COMPARABLE: the runs differ in ${questions.join(', ')}.`));
  return `${verdict}\n${wrap(`${counts}   (exit ${worse ? 1 : 0})`, width, '')}`;
}
