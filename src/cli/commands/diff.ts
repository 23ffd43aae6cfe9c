import { Command } from 'commander';
import { groupBy } from '../../exchange/journal/group.ts';
import type { Io } from '../../io/io.ts';
import { type Change, diffResults, type ResultDiff } from '../../result/diff.ts';
import { statusWord } from '../../result/view/facts.ts';
import { driftText } from '../../result/view/observed.ts';
import { plural } from '../../text/count.ts';
import { wrap } from '../../text/inert.ts';
import { type Layout, layoutFor } from '../console/console.ts';
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
      io.stdout.write(diffText(diff, layoutFor(io.stdout, io)));
      done(diff.worse ? 1 : 0);
    });
}

const WORSE = `
B is worse than A if a must newly fails, loses its waiver, or passed and is now inconclusive.
A must that fails in B and is not in A, e.g. because A has another plan, newly fails too.
Requirements that --only or --skip excluded are not compared.`;

/** The comparison as text: both sides, regressions, other changes, and improvements. */
export function diffText(diff: ResultDiff, { paint, width }: Layout): string {
  const { newlyFailing, newlyInconclusive, remaining, drift, others, fixed, added, removed } = diff;
  const line = (text: string, indent = '  ') => wrap(text, width, indent, `${indent}  `);
  const side = (name: string, text: string) =>
    `${name.padEnd(13)}${text.length < width - 13 ? text : `${text.slice(0, width - 15)}…`}`;
  const sides = diff.facts.flatMap(({ name, a = 'none', b = 'none' }) => {
    if (a === b) return a === 'none' ? [] : [side(name, a)];
    return [side(name, a), side('', `→ ${b}`)];
  });
  const sections = [
    ['New violations', newlyFailing, changedLines(newlyFailing), 'red'],
    ['Newly inconclusive', newlyInconclusive, changedLines(newlyInconclusive), 'yellow'],
    ['Remaining violations', remaining, remaining.flatMap(remainingLines), 'yellow'],
    ['Changed behaviour', drift, drift.map(drifted), 'cyan'],
    ['Other changes', others, changedLines(others), 'yellow'],
    ['Fixed', fixed, changedLines(fixed), 'green'],
  ] as const;
  const blocks = [
    [paint.bold('From A to B'), ...sides, ...diff.notes.map((note) => paint.yellow(line(`note: ${note}`, '')))],
    ...sections.map(([title, { length }, lines, colour]) =>
      length === 0 ? [] : [paint[colour](`${title} (${length})`), ...lines.map((text) => line(text))],
    ),
    added.length === 0 ? [] : [line(`Only in B: ${added.join(', ')}`, '')],
    removed.length === 0 ? [] : [line(`Only in A: ${removed.join(', ')}`, '')],
    verdict(diff, { paint, width }),
  ];
  return `${blocks.flatMap((lines) => (lines.length === 0 ? [] : lines.join('\n'))).join('\n\n')}\n`;
}

/** Requirements that changed alike for the same reason share an entry, e.g. those of a read-only run. */
function changedLines(changes: readonly Change[]): string[] {
  const groups = groupBy(changes, (one) => `${wordsOf(one)}\n    ${one.why}`);
  return [...groups].flatMap(([text, own]) => `${own.map(({ name }) => name).join(', ')}  ${text}`.split('\n'));
}

const wordsOf = ({ from, to, level }: Change): string =>
  `${from === 'absent' ? 'not in A' : statusWord(from)} → ${statusWord(to)}${level === 'must' ? '' : ` (${level})`}`;

function remainingLines({ name, from, to, onlyIn }: Change): string[] {
  const status = from === to ? (to === 'failed' ? '' : ` (${to})`) : ` (${from} → ${to})`;
  const only = (side: string, [first, ...more]: readonly string[]) =>
    first === undefined
      ? []
      : [`    only in ${side}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`];
  return [`${name}${status}`, ...only('A', onlyIn.a), ...only('B', onlyIn.b)];
}

function drifted(drift: ResultDiff['drift'][number]): string {
  const name = drift.plan === undefined ? drift.id : `${drift.id} (${drift.plan})`;
  return `${name}  ${driftText(drift)}`;
}

function verdict(diff: ResultDiff, { paint, width }: Layout): string[] {
  const counts = [
    plural(diff.newlyFailing.length, 'new violation'),
    `${diff.newlyInconclusive.length} newly inconclusive`,
    `${diff.fixed.length} fixed`,
    plural(diff.remaining.length, 'remaining violation'),
  ].join(', ');
  const [colour, comparison] = diff.worse
    ? (['red', 'WORSE: B is worse than A.'] as const)
    : (['green', 'NOT WORSE: B is not worse than A.'] as const);
  return [paint.bold(paint[colour](comparison)), wrap(`${counts}   (exit ${diff.worse ? 1 : 0})`, width, '')];
}
