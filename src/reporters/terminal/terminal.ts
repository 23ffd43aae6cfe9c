import { takesKey } from '../../result/key-variable.ts';
import type { Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { roomSentences, unshown } from '../capacity/answer.ts';
import { alignedLines, peakSentence, stepsTable } from '../capacity/table.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import { gateMessage, gateName } from '../view/gate.ts';
import { planSentences, remarks } from '../view/limits.ts';
import { violated } from '../view/verdict.ts';
import { closing } from './closing.ts';
import { failure, shownFindings, shownRows } from './failure.ts';
import type { TerminalOptions } from './options.ts';
import { areas, inconclusive, notJudged, observations, optional, passes, section, skipped, waived } from './rows.ts';
/** The terminal report: passes in brief, failures last, then the verdict and the next step. */
export function terminal(summary: Summary, options: TerminalOptions): string {
  const { paint, width, verbose } = options;
  const { result, failed, warnings, gate, of } = summary;
  if (result.setUp !== undefined && !verbose) return `${closing(summary, options)}\n`;
  const entries = (causes: typeof failed) => {
    const firstWithKey = causes
      .flatMap((cause) => shownRows(cause, options))
      .find((row) => shownFindings(row, options).some(({ curl }) => takesKey(curl)));
    return causes.map((cause) => failure(cause, firstWithKey, options));
  };
  const blocks = [
    [areas(summary, paint), limits(summary, width)].filter((text) => text !== '').join('\n\n'),
    capacityBlock(result, options),
    verbose ? passes(summary, options) : '',
    observations(summary, options),
    verbose ? notJudged(summary, options) : skipped(summary, options),
    waived(summary, options),
    inconclusive(summary, options),
    verbose ? optional(summary, options) : '',
    section('Warnings: violations of good practice', entries(warnings), paint.yellow, of('warning').length),
    section(`Failed: ${violated(summary)}`, entries(failed), paint.red, of('failed').length),
    section(
      'Waivers and pinned behaviours',
      gate.map((problem) => {
        const words = `${gateName(problem)}: ${gateMessage(problem)}`;
        return wrap(
          `${problem.fails ? '✗' : '~'} ${words}${problem.fails ? ' (fails the run)' : ''}`,
          width,
          '  ',
          '      ',
        );
      }),
      paint.yellow,
    ),
    closing(summary, options),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** The result of each exhausted limit, and notes for its users. */
function limits(summary: Summary, width: number): string {
  const indent = ' '.repeat(13);
  const plans = summary.plans.flatMap((plan) =>
    planSentences(plan).map((words, index) =>
      wrap(words, width, index === 0 ? `  ${inert(cut(plan.plan, 60)).padEnd(10)} ` : indent, indent),
    ),
  );
  return [...plans, ...remarks(summary).map((words) => wrap(words, width, '  ', '    '))].join('\n');
}

/** The steps of a capacity run and what they do not show; empty for other runs. */
function capacityBlock(result: Result, { paint, width }: TerminalOptions): string {
  const { capacity } = result;
  if (capacity === undefined) return '';
  const wide = alignedLines(stepsTable(capacity, true));
  const fits = wide.every((line) => line.length <= width);
  const note = `${peakSentence(capacity)}${fits ? ' In brackets: 95 % intervals.' : ' results.json has the 95 % intervals.'}`;
  const sentences = [note, ...roomSentences(capacity)].map((sentence) => wrap(inert(sentence), width, '  '));
  const left = unshown(capacity).map((one) => wrap(inert(one), width, '  ', '    '));
  return [
    [...(fits ? wide : alignedLines(stepsTable(capacity, false))), ...sentences].join('\n'),
    [paint.dim('Not shown'), ...left].join('\n'),
  ].join('\n\n');
}
