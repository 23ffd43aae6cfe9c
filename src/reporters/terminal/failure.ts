import type { RequirementResult, ResultFinding } from '../../result/result.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import { curlLine, exchangeNumbers } from '../view/evidence.ts';
import { nameOf } from '../view/rows.ts';
import type { TerminalOptions } from './options.ts';

/** Characters of a server's text; results.json has all of it. */
const SHOWN = 600;

/** Which key the curl lines take from their variable, and how to set it where that is known. */
export function curlHint(plan: string, { given }: TerminalOptions): string {
  return `STORE_API_KEY is the ${plan} key: export STORE_API_KEY=${given?.keys[plan] ?? '…'}`;
}

/** One requirement that is broken: the document's sentence, and what was expected and seen, one beneath the other; the hint stands beneath the first curl line. */
export function failure(row: RequirementResult, options: TerminalOptions, hint?: string): string {
  const { paint, width, verbose } = options;
  const colour = row.level === 'must' ? paint.red : paint.yellow;
  const head = `  ${colour(row.level === 'must' ? '✗' : '!')} ${paint.bold(nameOf(row))}\n${wrap(inert(cut(row.title, SHOWN)), width, '    ')}`;
  const place = `${row.clause}${row.source === undefined ? '' : `; ${row.source}`}`;
  const said = wrap(inert(cut(`“${row.quote}” (${place})`, SHOWN)), width, '      ');
  const shown = verbose ? row.findings : row.findings.slice(0, 2);
  const rest = row.findings.length - shown.length;
  const more = rest > 0 ? [paint.dim(`      and ${rest} more (results.json, or --verbose)`)] : [];
  const blocks = shown.map((finding, index) => findingBlock(finding, options, index === 0 ? hint : undefined));
  return [head, paint.dim(said), ...blocks, ...more].join('\n');
}

function findingBlock(finding: ResultFinding, { paint, width }: TerminalOptions, hint: string | undefined): string {
  const { message, expected, actual, exchanges, curl } = finding;
  const compared = (name: string, text: string) =>
    wrap(`${name.padEnd(10)}${inert(cut(text, SHOWN))}`, width, '        ', ' '.repeat(18));
  const lines = [
    wrap(`${inert(cut(message, SHOWN))}${exchangeNumbers(exchanges)}`, width, '      '),
    compared('expected', expected),
    compared('actual', actual),
  ];
  return [
    ...lines,
    ...(curl === undefined ? [] : [`        ${paint.cyan(curlLine(curl, inert))}`]),
    ...(hint === undefined ? [] : [`        ${paint.dim(inert(hint))}`]),
  ].join('\n');
}
