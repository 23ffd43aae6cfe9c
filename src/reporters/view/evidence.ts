import { takesKey } from '../../result/key-variable.ts';
import type { RequirementResult, ResultFinding } from '../../result/result.ts';
import type { Row } from '../../result/summary/causes.ts';
import { plural } from '../../text/count.ts';
import { cut, plain } from '../../text/inert.ts';

/** Maximum characters of a server's text; results.json has all of it. */
const FIELD = 1_000;
/** Maximum characters of a curl command; it is never truncated. */
const CURL = 4_000;
const FINDINGS = 10;

/** The findings as plain lines for text formats: harmless and short. */
export function evidence(row: Row): string[] {
  const { findings } = row;
  const rest = findings.length - FINDINGS;
  return [
    ...findings.slice(0, 1).map(defect),
    shown(row.title),
    shown(quoted(row)),
    ...keyLines(findings, row),
    ...findings.slice(0, 1).flatMap(curlLines),
    ...findings.slice(1, FINDINGS).flatMap(findingLines),
    ...repeatLines(row, findings.slice(0, FINDINGS)),
    ...(rest > 0 ? [moreFindings(rest)] : []),
    ...(findings.length === 0 ? [] : [`next: ${shown(row.explain)}`]),
  ];
}

/** `2 more violations are in results.json` */
export const moreFindings = (rest: number): string =>
  `${plural(rest, 'more violation')} ${rest === 1 ? 'is' : 'are'} in results.json`;

/** What the service did, in one line. */
export function defect(finding: ResultFinding): string {
  const { message, expected, actual } = finding;
  return `${shown(message)}${exchangeNumbers(finding)}: expected ${shown(expected)}, actual ${shown(actual)}`;
}

const shown = (text: string) => plain(cut(text, FIELD));

/** The sentence of the specification with its heading. */
export const quoted = ({ quote, clause, source }: RequirementResult): string =>
  `“${quote}” (${source === undefined ? clause : `${clause}; ${source}`})`;

function findingLines(finding: ResultFinding): string[] {
  const { message, expected, actual } = finding;
  return [
    `${shown(message)}${exchangeNumbers(finding)}`,
    `  expected  ${shown(expected)}`,
    `  actual    ${shown(actual)}`,
    ...curlLines(finding),
  ];
}

export const curlLines = ({ curl, creates }: ResultFinding): string[] =>
  curl === undefined ? [] : [`  ${curlLine(curl, plain)}`, ...(creates === true ? [`  (${CREATES})`] : [])];

/** Said of the command whose request is such a create. */
export const CREATES = 'can create an animal that remains';

/** Sets the key of the commands that follow. */
export const keyLines = (findings: readonly ResultFinding[], row: Row): string[] =>
  findings.some(({ curl }) => takesKey(curl)) ? [`  ${plain(exportLine(row))}`] : [];

export const exportLine = ({ plan = '', exportKey }: Pick<Row, 'plan' | 'exportKey'>): string =>
  `select the ${cut(plan, FIELD)} key first: ${exportKey}`;

/** How to repeat the requirement, if one of the shown findings may need more than one request. */
export function repeatLines({ alone }: Row, shown: readonly ResultFinding[]): string[] {
  return alone === undefined || !shown.some(mayNeedMore) ? [] : [`${AGAIN} ${alone}`];
}

const AGAIN = 'test this requirement again: the same command with';

/** Whether earlier requests may be a part of it. An exploration sends its requests in the middle of many others. */
const mayNeedMore = ({ curl, params }: ResultFinding): boolean =>
  curl === undefined || params['probe'] === 'exploration';

/** The complete command, or its length. */
export function curlLine(curl: string, show: (text: string) => string): string {
  return curl.length <= CURL ? show(curl) : `(a curl command of ${curl.length} characters: see results.json)`;
}

/** Numbers of up to six exchanges in exchanges.ndjson. */
export function exchangeNumbers(finding: ResultFinding): string {
  const { exchanges } = finding;
  if (exchanges.length === 0) return '';
  const shown = exchanges.slice(0, 6).toSorted((a, b) => a - b);
  return ` (${exchangeNoun(finding)} ${shown.join(', ')}${exchanges.length > 6 ? ', …' : ''})`;
}

/** `request`, `requests`, `first attempt, requests`. */
export const exchangeNoun = ({ exchanges, attempt }: ResultFinding): string =>
  `${attempt === undefined ? '' : 'first attempt, '}${exchanges.length === 1 ? 'request' : 'requests'}`;
