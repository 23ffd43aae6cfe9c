import type { RequirementResult, ResultFinding } from '../result/result.ts';
import { type Cause, foldedLines, type Row } from '../result/view/rows.ts';
import { citedIn } from '../result/view/shown-exchanges.ts';
import { plural } from '../text/count.ts';

type TextLine = ReturnType<typeof line>;

/** `depth`: its indent, in steps. */
const line = (depth: number, text: string, tone: 'plain' | 'defect' | 'quiet' | 'command' = 'plain') =>
  ({ depth, text, tone }) as const;

/** Maximum findings of a requirement, and names of requirements in a line. */
type Most = Readonly<Partial<Record<'findings' | 'names', number>>>;

/** A violation: for each row the defect, sentence, expected and actual, and a command that shows it again; then what is folded. */
export const failureLines = (cause: Cause, most: Most = {}): TextLine[] => [
  ...cause.rows.flatMap((row, index) => rowLines(row, cause.rows[index - 1]?.id === row.id, most)),
  ...foldedLines(cause, most.names).map((text) => line(2, text, 'quiet')),
];

/** @param isSame whether the row before is of the same requirement: then its sentence is omitted */
function rowLines(row: Row, isSame: boolean, most: Most): TextLine[] {
  const findings = row.findings.slice(0, most.findings);
  const rest = row.findings.length - findings.length;
  const about = isSame ? [line(1, row.name)] : [line(1, `${row.name}: ${row.title}`), line(2, quoted(row), 'quiet')];
  return [
    ...findings.flatMap((finding, index) => [
      ...(index === 0 ? [line(0, says(finding), 'defect'), ...about] : [line(2, says(finding))]),
      line(3, `expected  ${finding.expected}`),
      line(3, `actual    ${finding.actual}`),
      ...(finding.curl === undefined ? [] : [line(3, `repeat: ${finding.curl}`, 'command')]),
      ...(finding.creates === true ? [line(3, `(${CREATES})`, 'quiet')] : []),
    ]),
    ...(row.again === undefined ? [] : [line(2, `test this requirement again: ${row.again}`, 'command')]),
    ...(rest > 0 ? [line(2, `and ${rest} more: see results.json`, 'quiet')] : []),
  ];
}

export const quoted = ({ quote, clause, source }: RequirementResult): string =>
  `“${quote}” (${source === undefined ? clause : `${clause}; ${source}`})`;

/** Said of the command whose request is such a create. */
export const CREATES = 'can create an animal that remains';

/** What the service did, with the requests: `… (requests 3, 4)`. */
function says(finding: ResultFinding): string {
  const { noun, seqs, rest } = citedIn(finding, 6);
  const others = rest > 0 ? `, and ${plural(rest, 'other')}` : '';
  return seqs.length === 0 ? finding.message : `${finding.message} (${noun} ${seqs.join(', ')}${others})`;
}

export const indented = (lines: readonly TextLine[]): string[] =>
  lines.map(({ depth, text }) => `${'  '.repeat(Math.max(0, depth - 1))}${text}`);
