import type { RequirementResult, Result } from '../../result/result.ts';
import { planOfCurl } from '../text/curl-key.ts';
import { besides } from '../view/besides.ts';
import { limitLines } from '../view/limits.ts';
import { rowsOf } from '../view/rows.ts';
import { brokenBy } from '../view/verdict.ts';
import { capacityBlock } from './capacity.ts';
import { closing } from './closing.ts';
import { curlHint, failure } from './failure.ts';
import type { TerminalOptions } from './options.ts';
import { accepted, areas, beside, observations, passes, section, setAside } from './rows.ts';
import { unproven } from './unproven.ts';

/** The report for people: what is fine in brief, what needs an eye after it, failures last, then the verdict and what to do next. */
export function terminal(result: Result, options: TerminalOptions): string {
  const { paint, width, verbose } = options;
  if (result.setUp !== undefined && !verbose) return `${closing(result, options)}\n`;
  const warned = rowsOf(result, 'warned');
  const broken = [...warned, ...rowsOf(result, 'failed')];
  const plan = planOfCurl(broken);
  const first = broken.find((row) => planOfCurl([row]) !== undefined);
  const failed = (row: RequirementResult) =>
    failure(row, options, row === first && plan !== undefined ? curlHint(plan, options) : undefined);
  const blocks = [
    [areas(result, paint), limitLines(result, width)].filter((text) => text !== '').join('\n\n'),
    capacityBlock(result, options),
    verbose ? passes(result, options) : '',
    observations(result, options),
    setAside(result, options),
    section(
      'Accepted by a waiver',
      rowsOf(result, 'waived').map((row) => accepted(row, options)),
      paint.yellow,
    ),
    unproven(result, options),
    section('Warnings: good practice, not the document', warned.map(failed), paint.yellow),
    section(`Failed: ${brokenBy(result)}`, rowsOf(result, 'failed').map(failed), paint.red),
    section(
      'Waivers and pinned behaviours',
      besides(result).map((one) => beside(one, options)),
      paint.yellow,
    ),
    closing(result, options),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
