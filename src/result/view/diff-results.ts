import { groupBy } from '../../exchange/group.ts';
import { drift, observations } from '../../judge/gate/drift.ts';
import { signatureOf } from '../../judge/gate/signature.ts';
import { plural } from '../../text/number-text.ts';
import type { Result } from '../result.ts';
import { comparedFacts, driftText, statusWord } from './facts.ts';
import { headlineOf, type Row, rowName, type Status } from './rows.ts';
import { type Item, item, type View, viewOf } from './view.ts';

/** A row of the later run, or a row of the earlier run that the later one lacks. @param before the row in the earlier run */
const pairOf = (row: Row, before: Row | undefined, to: Status | 'absent' = row.status) =>
  ({ row, before, from: before?.status ?? 'absent', to }) as const;

type Pair = ReturnType<typeof pairOf>;

export type ResultDiff = ReturnType<typeof diffResults>;

/** Compares any two results row by row, without the rows that a selection skipped. The sections begin with what is worse in B. */
export function diffResults(earlier: Result, later: Result) {
  const [a, b] = [viewOf(earlier), viewOf(later)];
  const rowsOfA = new Map(a.rows.map((row) => [row.name, row]));
  const pairs = b.rows
    .map((row) => pairOf(row, rowsOfA.get(row.name)))
    .filter(({ row, before }) => !isExcluded(row) && !isExcluded(before));
  const pairsOf = (kind: ReturnType<typeof kindOf>) => pairs.filter((pair) => kindOf(pair) === kind);
  const tested = b.rows.filter(({ status }) => ['passed', 'inconclusive'].includes(status) || isViolated(status));
  const untested = a.rows.filter(({ name, status }) => isViolated(status) && tested.every((row) => row.name !== name));
  const drifted = drift(b.result.requirements, observations(a.result.requirements));
  const changed = drifted.map((change) => item(driftText(change), { name: rowName(change) }));
  const removed = a.rows
    .filter(({ name }) => b.rows.every((row) => row.name !== name))
    .map((row) => pairOf(row, row, 'absent'));
  const differing = differingFacts(a.result, b.result);
  const sections = [
    grouped('New violations', 'failed', pairsOf('newly failing'), ({ row }) => headlineOf([row])),
    grouped('Newly inconclusive', 'inconclusive', pairsOf('newly inconclusive'), ({ row }) => row.reason ?? row.title),
    grouped('Remaining violations', 'warning', pairsOf('remaining'), differences),
    section('Changed behaviour', 'info', changed),
    grouped('Other changes', 'warning', pairsOf('other'), ({ row }) => row.reason ?? ''),
    grouped('Fixed', 'passed', pairsOf('fixed'), () => ''),
    grouped('Only in B', 'skipped', pairsOf('added'), () => ''),
    grouped('Only in A', 'skipped', removed, () => ''),
  ];
  return {
    sides: { a: sideOf(a), b: sideOf(b) },
    /** Facts of the runs that differ, and may explain changes. */
    differing,
    notes: [
      ...Object.entries({ A: a, B: b }).flatMap(([side, view]) => partialNote(side, view)),
      ...(differing.length === 0 ? [] : ['the runs differ, which may explain changes']),
    ],
    sections: sections.filter(({ blocks }) => blocks.length > 0),
    counts: [
      plural(pairsOf('newly failing').length, 'new violation'),
      `${pairsOf('newly inconclusive').length} newly inconclusive`,
      `${pairsOf('fixed').length} fixed`,
      plural(pairsOf('remaining').length, 'remaining violation'),
      ...(untested.length === 0 ? [] : [`${untested.length} untested in B`]),
    ].join(', '),
    /** Whether a must newly fails (also if A lacks it), lost its waiver, or passed and is now inconclusive. */
    worse: pairs.some(
      ({ row: { level, status }, from }) =>
        level === 'must' &&
        ((status === 'failed' && from !== 'failed') || (status === 'inconclusive' && from === 'passed')),
    ),
  };
}

const section = (title: string, status: Status, blocks: readonly Item[]) => {
  const count = blocks.reduce((sum, { rows }) => sum + Math.max(1, rows.length), 0);
  return { title, status, count, blocks };
};

/** A section with a block for all requirements that changed alike for the same reason, such as a read-only run or a defect. */
function grouped(title: string, status: Status, pairs: readonly Pair[], why: (pair: Pair) => string) {
  const groups = groupBy(pairs, (pair) => [changeOf(pair), why(pair)].filter((text) => text !== '').join(': '));
  const blocks = [...groups].map(([text, alike]) => item(text, { rows: alike.map(({ row }) => row) }));
  return section(title, status, blocks);
}

function changeOf({ row: { level }, from, to }: Pair): string {
  const words = (status: Pair['to'], side: string) => (status === 'absent' ? `not in ${side}` : statusWord(status));
  if (from === to) return `${words(to, 'B')} in both`;
  return `${words(from, 'A')} → ${words(to, 'B')}${level === 'must' ? '' : ` (${level})`}`;
}

function kindOf({ row: { status }, from }: Pair) {
  const isWorse = status === 'failed' && from === 'waived';
  if (isViolated(status)) return isViolated(from) && !isWorse ? 'remaining' : 'newly failing';
  if (from === 'absent') return 'added';
  if (from === status) return 'none';
  if (status === 'inconclusive') return 'newly inconclusive';
  return status === 'passed' && isViolated(from) ? 'fixed' : 'other';
}

const isExcluded = (row: Row | undefined): boolean => row?.code === 'not-selected';

const isViolated = (status: Pair['from']): boolean => ['failed', 'warning', 'waived'].includes(status);

/** The violations of a requirement that only one side shows. */
function differences({ row, before }: Pair): string {
  const only = { A: violationsWithout(row, before), B: violationsWithout(before, row) };
  return Object.entries(only)
    .flatMap(([side, [first, ...more]]) =>
      first === undefined ? [] : [`only in ${side} “${first}”${more.length === 0 ? '' : ` (and ${more.length} more)`}`],
    )
    .join('; ');
}

/** The first message of each violation of a row that the other row lacks. Signatures are computed, because older versions differ. */
function violationsWithout(otherRow: Row | undefined, row: Row | undefined): string[] {
  const parts = new Set(signatureOf(otherRow?.id ?? '', otherRow?.findings ?? []).split('-'));
  return (row?.findings ?? []).flatMap(({ message, ...finding }) => {
    const part = signatureOf(row?.id ?? '', [finding]);
    if (parts.has(part)) return [];
    parts.add(part);
    return [message];
  });
}

const sideOf = ({ result: { run, target, outcome } }: View): string =>
  `${outcome}: run ${run.id}, ${run.command} of ${target.name}`;

function differingFacts(a: Result, b: Result) {
  const [before, after] = [new Map(comparedFacts(a)), new Map(comparedFacts(b))];
  return [...new Map([...before, ...after]).keys()]
    .map((name) => ({ name, a: before.get(name) ?? 'none', b: after.get(name) ?? 'none' }))
    .filter((fact) => fact.a !== fact.b);
}

function partialNote(side: string, { rows }: View): string[] {
  const excluded = rows.filter(isExcluded).length;
  const are = plural(excluded, 'requirement is', 'requirements are');
  return excluded === 0 ? [] : [`${side} is a partial run (--only or --skip): ${are} not compared`];
}
