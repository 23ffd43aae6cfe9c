import { takesKey } from '../../result/key-variable.ts';
import type { ResultFinding } from '../../result/result.ts';
import type { Cause, Row } from '../../result/summary/causes.ts';
import { cut, inert, wrap } from '../../text/inert.ts';
import { CREATES, curlLine, exchangeNumbers, exportLine, quoted, repeatLines } from '../view/evidence.ts';
import { foldedLines, nameAmong } from '../view/names.ts';
import type { TerminalOptions } from './options.ts';

/** Maximum characters of a server's text; results.json has all of it. */
const SHOWN = 600;
const NAMES = 3;

export const shownRows = ({ rows, alike }: Cause, { verbose }: TerminalOptions): readonly Row[] =>
  verbose ? [...rows, ...alike] : rows;

export const shownFindings = ({ findings }: Row, { verbose }: TerminalOptions): readonly ResultFinding[] =>
  verbose ? findings : findings.slice(0, 2);

/** A failed requirement with its findings by plan, and its folded consequences. A line that sets the key precedes the first curl command that sends it. */
export function failure(cause: Cause, firstWithKey: Row | undefined, options: TerminalOptions): string {
  const { verbose, width, paint } = options;
  const shown = shownRows(cause, options);
  const folded = foldedLines(verbose ? { ...cause, rows: shown, alike: [] } : cause, verbose ? undefined : NAMES);
  return [
    ...shown.map((row) => failedRow(row, shown, row === firstWithKey, options)),
    ...folded.map((line) => paint.dim(wrap(line, width, shown.length > 1 ? '  ' : '      '))),
  ].join('\n');
}

/** What the service did, the requirement, its sentence, and the comparison. Further plans of a requirement omit the sentence. */
function failedRow(row: Row, rows: readonly Row[], isFirstWithKey: boolean, options: TerminalOptions): string {
  const { paint, width } = options;
  const [colour, mark] = row.level === 'must' ? [paint.red, '✗'] : [paint.yellow, '!'];
  const shown = shownFindings(row, options);
  const rest = row.findings.length - shown.length;
  const [first, ...others] = shown;
  const isSame = rows[rows.indexOf(row) - 1]?.id === row.id;
  const name = nameAmong(row, rows);
  const withKey = isFirstWithKey ? shown.find(({ curl }) => takesKey(curl)) : undefined;
  const compared = (finding: ResultFinding) =>
    comparison(finding, options, finding === withKey ? [exportLine(row)] : []);
  return [
    `  ${colour(mark)} ${paint.bold(first === undefined ? name : wrap(saying(first), width, '    ').slice(4))}`,
    wrap(isSame ? name : `${name}: ${inert(cut(row.title, SHOWN))}`, width, '    '),
    ...(isSame ? [] : [paint.dim(wrap(inert(cut(quoted(row), SHOWN)), width, '      '))]),
    ...(first === undefined ? [] : compared(first)),
    ...others.flatMap((finding) => [wrap(saying(finding), width, '      '), ...compared(finding)]),
    ...repeatLines(row, shown).map((line) => `      ${paint.cyan(inert(line))}`),
    ...(rest > 0 ? [paint.dim(`      and ${rest} more (results.json, or --verbose)`)] : []),
  ].join('\n');
}

/** What the service did, with the exchanges that show it. */
const saying = (finding: ResultFinding): string => `${inert(cut(finding.message, SHOWN))}${exchangeNumbers(finding)}`;

function comparison(
  finding: ResultFinding,
  { paint, width }: TerminalOptions,
  beforeCurl: readonly string[] = [],
): string[] {
  const { curl, creates, expected, actual } = finding;
  const compared = (name: string, text: string) =>
    wrap(`${name.padEnd(10)}${inert(cut(text, SHOWN))}`, width, '        ', ' '.repeat(18));
  return [
    compared('expected', expected),
    compared('actual', actual),
    ...beforeCurl.map((line) => `        ${paint.dim(inert(line))}`),
    ...(curl === undefined ? [] : [`        ${paint.cyan(`repeat: ${curlLine(curl, inert)}`)}`]),
    ...(creates === true ? [`        ${paint.dim(`(${CREATES})`)}`] : []),
  ];
}
