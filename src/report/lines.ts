import { takesKey } from '../result/curl.ts';
import type { RequirementResult, ResultFinding } from '../result/result.ts';
import { foldedLines, nameAmong } from '../result/view/names.ts';
import type { Cause, Row } from '../result/view/rows.ts';
import { plural } from '../text/count.ts';
import { cut, plain } from '../text/inert.ts';

/** A line of a text report, harmless and short. */
export interface TextLine {
  /** Its indent, in steps. */
  readonly depth: number;
  readonly text: string;
  readonly tone?: 'defect' | 'quiet' | 'command';
}

interface Options {
  /** Maximum findings of a requirement. */
  readonly findings: number;
  /** Whether the line that sets the key precedes the commands. */
  readonly withKey: boolean;
}

/** Maximum characters of a server's text; results.json has all of it. */
const FIELD = 1_000;
/** Maximum characters of a curl command; it is never truncated. */
const CURL = 4_000;

export const shown = (text: string, most = FIELD) => plain(cut(text, most));

/** A failed requirement, one of `rows`: the defect, the sentence of the specification, expected and actual, and a command that shows it again. */
export function rowLines(row: Row, rows: readonly Row[], { findings: most, withKey }: Options): TextLine[] {
  const findings = row.findings.slice(0, most);
  const [first, ...others] = findings;
  const rest = row.findings.length - findings.length;
  const name = nameAmong(row, rows);
  // Further plans of a requirement omit its sentence.
  const isSame = rows[rows.indexOf(row) - 1]?.id === row.id;
  const firstWithKey = withKey ? findings.find(({ curl }) => takesKey(curl)) : undefined;
  const compared = (finding: ResultFinding) => [
    ...valueLines(finding),
    ...(finding === firstWithKey ? [{ depth: 3, text: shown(keyLine(row)), tone: 'command' as const }] : []),
    ...curlLines(finding),
  ];
  return [
    ...(first === undefined ? [] : [{ depth: 0, text: says(first), tone: 'defect' as const }]),
    { depth: 1, text: isSame ? name : `${name}: ${shown(row.title)}` },
    ...(isSame ? [] : [{ depth: 2, text: shown(quoted(row)), tone: 'quiet' as const }]),
    ...(first === undefined ? [] : compared(first)),
    ...others.flatMap((finding) => [{ depth: 2, text: says(finding) }, ...compared(finding)]),
    ...againLines(row, findings),
    ...(rest > 0 ? [{ depth: 2, text: `and ${rest} more: see results.json`, tone: 'quiet' as const }] : []),
  ];
}

/** What a cause leaves open, and how many more are of its kind. */
export const foldedText = (cause: Cause, most?: number): TextLine[] =>
  foldedLines(cause, most).map((text) => ({ depth: 2, text, tone: 'quiet' }));

/** The sentence of the specification with its heading. */
export const quoted = ({ quote, clause, source }: RequirementResult): string =>
  `“${quote}” (${source === undefined ? clause : `${clause}; ${source}`})`;

/** Sets the key of the commands that follow. */
export const keyLine = ({ plan = '', exportKey }: Pick<Row, 'plan' | 'exportKey'>): string =>
  `select the ${cut(plan, FIELD)} key first: ${exportKey}`;

/** The complete command, or its length. */
export function curlText(curl: string): string {
  return curl.length <= CURL ? plain(curl) : `(a curl command of ${curl.length} characters: see results.json)`;
}

/** Said of the command whose request is such a create. */
export const CREATES = 'can create an animal that remains';

/** The options that test the requirement again, if one of the shown findings may need more than one request. */
export function optionsAgain({ alone }: Row, findings: readonly ResultFinding[]): string | undefined {
  // An exploration sends its requests in the middle of many others.
  const mayNeedMore = ({ curl, params }: ResultFinding) => curl === undefined || params['probe'] === 'exploration';
  return findings.some(mayNeedMore) ? alone : undefined;
}

/** `requests 3, 4`, `first attempt, request 3`: numbers in exchanges.ndjson. */
export function requestsOf({ exchanges, attempt }: ResultFinding): string {
  if (exchanges.length === 0) return '';
  const numbers = exchanges.slice(0, 6).toSorted((a, b) => a - b);
  const noun = `${attempt === undefined ? '' : 'first attempt, '}${exchanges.length === 1 ? 'request' : 'requests'}`;
  return `${noun} ${numbers.join(', ')}${exchanges.length > 6 ? `, and ${plural(exchanges.length - 6, 'other')}` : ''}`;
}

/** What the service did, with the exchanges that show it. */
function says(finding: ResultFinding): string {
  const requests = requestsOf(finding);
  return `${shown(finding.message)}${requests === '' ? '' : ` (${requests})`}`;
}

const valueLines = ({ expected, actual }: ResultFinding): TextLine[] => [
  { depth: 3, text: `expected  ${shown(expected)}` },
  { depth: 3, text: `actual    ${shown(actual)}` },
];

const curlLines = ({ curl, creates }: ResultFinding): TextLine[] =>
  curl === undefined
    ? []
    : [
        { depth: 3, text: `repeat: ${curlText(curl)}`, tone: 'command' },
        ...(creates === true ? [{ depth: 3, text: `(${CREATES})`, tone: 'quiet' as const }] : []),
      ];

function againLines(row: Row, findings: readonly ResultFinding[]): TextLine[] {
  const options = optionsAgain(row, findings);
  if (options === undefined) return [];
  return [{ depth: 2, text: `test this requirement again: the same command with ${options}`, tone: 'command' }];
}

/** The lines for a file, indented. */
export const indented = (lines: readonly TextLine[]): string[] =>
  lines.map(({ depth, text }) => `${'  '.repeat(Math.max(0, depth - 1))}${text}`);
