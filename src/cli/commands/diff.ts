import { Command } from 'commander';
import { groupBy } from '../../exchange/journal/group.ts';
import type { Io } from '../../io/io.ts';
import type { Paint } from '../../report/paint.ts';
import { type Change, diffResults, type ResultDiff } from '../../result/diff.ts';
import { statusWord } from '../../result/view/facts.ts';
import { driftChanges } from '../../result/view/observed.ts';
import { plural } from '../../text/count.ts';
import { wrap } from '../../text/inert.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { readResult } from '../files/read-recorded.ts';
import { problemsOf } from '../options/options.ts';

/** `storecheck diff A B`: compares two results and says whether B is worse. */
export function diffCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('diff');
  return command
    .argument('<a>', "the earlier run's folder, or its results.json")
    .argument('<b>', 'the folder of the later run, or of a run on another target, or its results.json')
    .addHelpText('after', WORSE)
    .action((a: string, b: string) => {
      const problems = problemsOf(command);
      problems.check();
      const diff = diffResults(readResult(a, io), readResult(b, io));
      const paint = paintFor(io.env, io.stdout.isTTY);
      io.stdout.write(diffText(diff, { paint, width: widthFor(io.stdout.columns) }));
      done(diff.worse ? 1 : 0);
    });
}

const WORSE = `
B is worse than A if a must newly fails, loses its waiver, or passed and is now inconclusive.
A must that fails in B and is not in A, e.g. because A has another plan, newly fails too.
Requirements that --only or --skip excluded are not compared.`;

interface DiffOptions {
  readonly paint: Paint;
  readonly width: number;
}

/** The comparison as text: both sides, regressions, other changes, and improvements. */
export function diffText(diff: ResultDiff, { paint, width }: DiffOptions): string {
  const section = (
    title: string,
    entries: readonly string[],
    colour: (text: string) => string,
    count = entries.length,
  ) => (entries.length === 0 ? [] : [[colour(`${title} (${count})`), ...entries].join('\n')]);
  const changes = (title: string, own: readonly Change[], colour: (text: string) => string) =>
    section(title, alike(own, width), colour, own.length);
  const only = (side: string, names: readonly string[]) =>
    names.length === 0 ? [] : [wrap(`Only in ${side}: ${byArea(names)}`, width, '', '  ')];
  const blocks = [
    sides(diff, { paint, width }),
    ...changes('New violations', diff.newlyFailing, paint.red),
    ...changes('Newly inconclusive', diff.newlyInconclusive, paint.yellow),
    ...section(
      'Remaining violations',
      diff.remaining.map((change) => remaining(change, width)),
      paint.yellow,
    ),
    ...section(
      'Changed behaviour',
      diff.drift.map((one) => drifted(one, width)),
      paint.cyan,
    ),
    ...changes('Other changes', diff.others, paint.yellow),
    ...changes(diff.questions.length > 0 ? 'Passing under other conditions' : 'Fixed', diff.fixed, paint.green),
    ...only('B', diff.added),
    ...only('A', diff.removed),
    verdict(diff, { paint, width }),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Both sides in columns; values that the columns cut are complete in results.json. */
function sides({ facts, notes }: ResultDiff, { paint, width }: DiffOptions): string {
  const column = Math.floor((width - 13) / 2);
  const cell = (text = '') => {
    return (text.length < column ? text : `${text.slice(0, column - 2)}…`).padEnd(column);
  };
  const line = (name: string, a?: string, b?: string) => `${name.padEnd(12)} ${cell(a)}${cell(b)}`.trimEnd();
  return [
    paint.bold(line('', 'A', 'B')),
    ...facts.flatMap(({ name, a, b }) => (a === undefined && b === undefined ? [] : [line(name, a, b)])),
    ...notes.map((note) => paint.yellow(wrap(`note: ${note}`, width, '', '      '))),
  ].join('\n');
}

/** Requirements that changed alike for the same reason share an entry, e.g. those of a read-only run. */
function alike(changes: readonly Change[], width: number): string[] {
  const groups = groupBy(changes, (one) => JSON.stringify([wordsOf(one), one.why]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const names = own.map(({ name }) => name).join(', ');
    return [`${wrap(`${names}  ${wordsOf(first)}`, width, '  ', '    ')}\n${wrap(first.why, width, '      ')}`];
  });
}

const wordsOf = ({ from, to, level }: Change): string =>
  `${from === 'absent' ? 'not in A' : statusWord(from)} → ${statusWord(to)}${level === 'must' ? '' : ` (${level})`}`;

function remaining({ name, from, to, onlyIn }: Change, width: number): string {
  const status = from === to ? (to === 'failed' ? '' : ` (${to})`) : ` (${from} → ${to})`;
  const only = (side: string, [first, ...more]: readonly string[]) => {
    if (first === undefined) return [];
    const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return [wrap(`only in ${side}: ${first}${rest}`, width, '      ')];
  };
  return [wrap(`${name}${status}`, width, '  '), ...only('A', onlyIn.a), ...only('B', onlyIn.b)].join('\n');
}

function drifted(drift: ResultDiff['drift'][number], width: number): string {
  const name = drift.plan === undefined ? drift.id : `${drift.id} (${drift.plan})`;
  const changes = driftChanges(drift).map(
    ({ members, from, to }) => `${members === '' ? '' : `${members}: `}${from} → ${to}`,
  );
  return wrap(`${name}  ${changes.join('; ')}`, width, '  ', '      ');
}

/** Maximum names of one side's own requirements. */
const NAMES = 5;

/** A few names; of many, only their number in each area. */
function byArea(names: readonly string[]): string {
  if (names.length <= NAMES) return names.join(', ');
  const areas = groupBy(names, (name) => name.split('.')[0] ?? name);
  const counts = [...areas].map(([area, own]) => `${area} ${own.length}`);
  return `${plural(names.length, 'result')} (${counts.join(', ')})`;
}

function verdict(diff: ResultDiff, { paint, width }: DiffOptions): string {
  const counts = [
    plural(diff.newlyFailing.length, 'new violation'),
    `${diff.newlyInconclusive.length} newly inconclusive`,
    `${diff.fixed.length} fixed`,
    plural(diff.remaining.length, 'remaining violation'),
  ].join(', ');
  const comparison = diff.worse
    ? paint.red('WORSE: B is worse than A.')
    : paint.green('NOT WORSE: B is not worse than A.');
  const words =
    diff.questions.length === 0
      ? comparison
      : paint.yellow(`NOT COMPARABLE: the runs differ in ${diff.questions.join(', ')}.`);
  return `${paint.bold(words)}\n${wrap(`${counts}   (exit ${diff.worse ? 1 : 0})`, width, '')}`;
}
