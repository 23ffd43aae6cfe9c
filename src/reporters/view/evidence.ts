import type { RequirementResult, ResultFinding } from '../../result/result.ts';
import type { Row } from '../../result/summary/causes.ts';
import { curlPlanOf } from '../../result/summary/summary.ts';
import { cut, plain } from '../text/inert.ts';

/** How much of a server's text is shown; all of it is in results.json. */
const FIELD = 1_000;
/** A longer curl line is of no use to anybody; a part of one never is. */
const CURL = 4_000;
const FINDINGS = 10;

/** What was found, in plain lines, for formats that show text: nothing in it is obeyed by anything, and it is never long. */
export function evidence(row: Row): string[] {
  const { findings } = row;
  const rest = findings.length - FINDINGS;
  const plan = curlPlanOf([row]);
  return [
    ...findings.slice(0, 1).map(defect),
    shown(row.title),
    shown(quoted(row)),
    ...findings.slice(0, FINDINGS).flatMap(findingLines),
    ...(plan === undefined ? [] : [`STORE_API_KEY in a curl line is the ${shown(plan)} key`]),
    ...(rest > 0 ? [`and ${rest} more in results.json`] : []),
    ...(findings.length === 0 ? [] : [`next: storecheck explain ${shown(row.id)}`]),
  ];
}

/** What the service did, in one line. */
export const defect = ({ message, expected, actual }: ResultFinding): string =>
  `${shown(message)}: expected ${shown(expected)}, actual ${shown(actual)}`;

const shown = (text: string) => plain(cut(text, FIELD));

/** The sentence of the specification, and where it stands. */
export const quoted = ({ quote, clause, source }: RequirementResult): string =>
  `“${quote}” (${source === undefined ? clause : `${clause}; ${source}`})`;

/** One finding: what was wrong, expected and seen, and the line that repeats it. */
export function findingLines({ message, expected, actual, exchanges, curl }: ResultFinding): string[] {
  return [
    `${shown(message)}${exchangeNumbers(exchanges)}`,
    `  expected  ${shown(expected)}`,
    `  actual    ${shown(actual)}`,
    ...(curl === undefined ? [] : [`  ${curlLine(curl, plain)}`]),
  ];
}

/** The complete line, or how long it is. */
export function curlLine(curl: string, show: (text: string) => string): string {
  return curl.length <= CURL ? show(curl) : `(a curl line of ${curl.length} characters: see results.json)`;
}

/** Behind a message: where to look in exchanges.ndjson, six at most. */
export function exchangeNumbers(exchanges: readonly number[]): string {
  if (exchanges.length === 0) return '';
  return ` (exchange ${exchanges.slice(0, 6).join(', ')}${exchanges.length > 6 ? ', …' : ''})`;
}
