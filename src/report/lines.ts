import type { RequirementResult, ResultFinding } from '../result/result.ts';
import { foldedLines, type Row, type RowGroup } from '../result/view/rows.ts';
import { citedIn } from '../result/view/shown-exchanges.ts';
import type { Item } from '../result/view/view.ts';
import { plural } from '../text/number-text.ts';

type TextLine = ReturnType<typeof line>;

/** A line of a report. `depth` is its indent in steps. */
const line = (depth: number, text: string, tone: 'plain' | 'defect' | 'quiet' | 'command' | 'next' = 'plain') =>
  ({ depth, text, tone }) as const;

/** Maximum findings of a requirement, maximum names of requirements in a line, and where the other findings are. */
type Most = Readonly<Partial<Record<'findings' | 'names', number> & Record<'othersIn', string>>>;

/** The lines of a violation: for each row the defect, the sentence, expected and actual, and a command. Then the folded rows. */
export const failureLines = (cause: RowGroup, most: Most = {}): TextLine[] => [
  ...cause.rows.flatMap((row, index) => rowLines(row, cause.rows[index - 1], most)),
  ...foldedLines(cause, most.names).map((text) => line(2, text, 'quiet')),
  ...(cause.rows[0]?.next ?? []).map((text) => line(0, text, 'next')),
];

/** The lines of a row, without a title or a sentence that the previous row has, too. */
function rowLines(row: Row, previous: Row | undefined, most: Most): TextLine[] {
  const findings = row.findings.slice(0, most.findings);
  const rest = row.findings.length - findings.length;
  const subject = [
    line(1, previous?.title === row.title ? row.name : `${row.name}: ${row.title}`),
    ...(previous?.quote === row.quote ? [] : [line(2, quoted(row), 'quiet')]),
  ];
  return [
    ...findings.flatMap((finding, index) => [
      ...(index === 0 ? [line(0, defectOf(finding), 'defect'), ...subject] : [line(2, defectOf(finding))]),
      line(3, `expected  ${finding.expected}`),
      line(3, `actual    ${finding.actual}`),
      ...(finding.curl === undefined ? [] : [line(3, `repeat: ${finding.curl}`, 'command')]),
      ...(finding.creates === true ? [line(3, `(${CREATES})`, 'quiet')] : []),
    ]),
    ...(row.again === undefined ? [] : [line(2, `test this requirement again: ${row.again}`, 'command')]),
    ...(rest > 0 ? [line(2, `and ${rest} more: see ${most.othersIn ?? 'results.json'}`, 'quiet')] : []),
  ];
}

export const itemLines = (item: Item, names?: number): string[] => [
  ...(item.title === undefined ? [] : [item.title]),
  item.text,
  ...foldedLines(item, names),
];

export const quoted = ({ quote, clause, source }: RequirementResult): string =>
  `“${quote}” (${source === undefined ? clause : `${clause}; ${source}`})`;

/** A warning beside a command that repeats a create. */
export const CREATES = 'can create an animal that remains';

export const findingText = ({ message, expected, actual }: ResultFinding): string =>
  `${message}: expected ${expected}, actual ${actual}`;

/** What the service did, with the requests: `… (requests 3, 4)`. */
function defectOf(finding: ResultFinding): string {
  const { noun, seqs, rest } = citedIn(finding, 6);
  const others = rest > 0 ? `, and ${plural(rest, 'other')}` : '';
  return seqs.length === 0 ? finding.message : `${finding.message} (${noun} ${seqs.join(', ')}${others})`;
}

export const indented = (lines: readonly TextLine[]): string[] =>
  lines.map(({ depth, text }) => `${'  '.repeat(Math.max(0, depth - 1))}${text}`);
