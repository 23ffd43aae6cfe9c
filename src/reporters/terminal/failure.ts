import type { ResultFinding } from '../../result/result.ts';
import type { Cause, Row } from '../../result/summary/causes.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import { curlLine, exchangeNumbers, quoted, repeatLines } from '../view/evidence.ts';
import { foldedLines, nameOf } from '../view/names.ts';
import type { TerminalOptions } from './options.ts';

/** Maximum characters of a server's text; results.json has all of it. */
const SHOWN = 600;
/** Maximum names under a folded cause. */
const NAMES = 3;

/** Explains which key the curl commands use, and how to set it. */
export function curlHint(plan: string, { originalCall }: TerminalOptions): string {
  return `STORE_API_KEY is the ${plan} key: export STORE_API_KEY=${originalCall?.keys[plan] ?? '…'}`;
}

/** A failed requirement with its findings by plan, and its folded consequences. */
export function failure(cause: Cause, options: TerminalOptions, hint?: string): string {
  const { rows, alike } = cause;
  const { verbose, width, paint } = options;
  const shown = verbose ? [...rows, ...alike] : rows;
  const folded = foldedLines(verbose ? { ...cause, alike: [] } : cause, verbose ? undefined : NAMES);
  return [
    ...shown.map((row, index) => failedRow(row, shown[index - 1], options, index === 0 ? hint : undefined)),
    ...folded.map((line) => paint.dim(wrap(line, width, '      '))),
  ].join('\n');
}

/** Further plans of a requirement show only their findings. */
function failedRow(row: Row, before: Row | undefined, options: TerminalOptions, hint: string | undefined): string {
  const { paint, width, verbose } = options;
  const [colour, mark] = row.level === 'must' ? [paint.red, '✗'] : [paint.yellow, '!'];
  const shown = verbose ? row.findings : row.findings.slice(0, 2);
  const rest = row.findings.length - shown.length;
  return [
    `  ${colour(mark)} ${paint.bold(nameOf(row))}`,
    ...(before?.id === row.id
      ? []
      : [
          wrap(inert(cut(row.title, SHOWN)), width, '    '),
          paint.dim(wrap(inert(cut(quoted(row), SHOWN)), width, '      ')),
        ]),
    ...shown.flatMap((finding, index) => findingBlock(finding, options, index === 0 ? hint : undefined)),
    ...repeatLines(row, shown).map((line) => `      ${paint.cyan(inert(line))}`),
    ...(rest > 0 ? [paint.dim(`      and ${rest} more (results.json, or --verbose)`)] : []),
  ].join('\n');
}

function findingBlock(finding: ResultFinding, { paint, width }: TerminalOptions, hint: string | undefined): string[] {
  const { message, expected, actual, exchanges, curl } = finding;
  const compared = (name: string, text: string) =>
    wrap(`${name.padEnd(10)}${inert(cut(text, SHOWN))}`, width, '        ', ' '.repeat(18));
  return [
    wrap(`${inert(cut(message, SHOWN))}${exchangeNumbers(exchanges)}`, width, '      '),
    compared('expected', expected),
    compared('actual', actual),
    ...(curl === undefined ? [] : [`        ${paint.cyan(curlLine(curl, inert))}`]),
    ...(hint === undefined ? [] : [`        ${paint.dim(inert(hint))}`]),
  ];
}
