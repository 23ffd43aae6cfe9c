import type { Result } from '../result/result.ts';
import { limitLines } from './limits.ts';
import { rowsOf } from './rows.ts';
import { closing } from './terminal/closing.ts';
import { curlHint, failure } from './terminal/failure.ts';
import type { TerminalOptions } from './terminal/options.ts';
import { areas, observations, passes, reasoned, section, setAside } from './terminal/rows.ts';

/** The report for people: what is fine in brief, what needs an eye after it, failures last, then the verdict and what to do next. */
export function terminal(result: Result, options: TerminalOptions): string {
  const { paint, width, verbose } = options;
  if (result.setUp !== undefined && !verbose) return `${closing(result, options)}\n`;
  const blocks = [
    [areas(result, paint), limitLines(result, width)].filter((text) => text !== '').join('\n\n'),
    verbose ? passes(result, options) : '',
    observations(result, options),
    setAside(result, options),
    section(
      'Inconclusive: evidence is missing, so this is no pass',
      rowsOf(result, 'unproven').map((row) => reasoned(row, options)),
      paint.yellow,
    ),
    curlHint(result),
    section(
      'Warnings: good practice, not the document',
      rowsOf(result, 'warned').map((row) => failure(row, options)),
      paint.yellow,
    ),
    section(
      'Failed: the document states it, the service does otherwise',
      rowsOf(result, 'failed').map((row) => failure(row, options)),
      paint.red,
    ),
    closing(result, options),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
