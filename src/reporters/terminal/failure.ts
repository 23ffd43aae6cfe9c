import type { RequirementResult, Result, ResultFinding } from '../../result/result.ts';
import { curlLine, exchangeNumbers } from '../evidence.ts';
import { cut, inert, wrap } from '../inert.ts';
import { nameOf } from '../rows.ts';
import type { TerminalOptions } from './options.ts';

/** Characters of a server's text; results.json has all of it. */
const SHOWN = 600;

/** The curl lines cannot know where the key comes from: it may be a file. */
export function curlHint({ requirements }: Result): string {
  const any = requirements.some(({ findings }) =>
    findings.some(({ curl }) => curl?.includes('STORE_API_KEY') === true),
  );
  return any ? 'The curl lines below take the key from a variable: export STORE_API_KEY=…' : '';
}

/** One requirement that is broken: the document's sentence, and what was expected and seen, one beneath the other. */
export function failure(row: RequirementResult, options: TerminalOptions): string {
  const { paint, width, verbose } = options;
  const colour = row.level === 'must' ? paint.red : paint.yellow;
  const head = `  ${colour(row.level === 'must' ? '✗' : '!')} ${paint.bold(nameOf(row))}\n${wrap(inert(cut(row.title, SHOWN)), width, '    ')}`;
  const place = `${row.clause}${row.source === undefined ? '' : `; ${row.source}`}`;
  const said = wrap(inert(cut(`“${row.quote}” (${place})`, SHOWN)), width, '      ');
  const shown = verbose ? row.findings : row.findings.slice(0, 2);
  const rest = row.findings.length - shown.length;
  const more = rest > 0 ? [paint.dim(`      and ${rest} more (results.json, or --verbose)`)] : [];
  return [head, paint.dim(said), ...shown.map((finding) => findingBlock(finding, options)), ...more].join('\n');
}

function findingBlock(finding: ResultFinding, { paint, width }: TerminalOptions): string {
  const { message, expected, actual, exchanges, curl } = finding;
  const compared = (name: string, text: string) =>
    wrap(`${name.padEnd(10)}${inert(cut(text, SHOWN))}`, width, '        ', ' '.repeat(18));
  const lines = [
    wrap(`${inert(cut(message, SHOWN))}${exchangeNumbers(exchanges)}`, width, '      '),
    compared('expected', expected),
    compared('actual', actual),
  ];
  return [...lines, ...(curl === undefined ? [] : [`        ${paint.cyan(curlLine(curl, inert))}`])].join('\n');
}
