import { takesKey } from '../../result/key-variable.ts';
import type { Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { cut, inert, unbroken, wrap } from '../../text/inert.ts';
import { roomSentences, unshown } from '../capacity/answer.ts';
import { alignedLines, peakSentence, stepsTable } from '../capacity/table.ts';
import { gateMessage, gateName } from '../view/gate.ts';
import { planSentences, remarks } from '../view/limits.ts';
import { residueSentence } from '../view/residue.ts';
import { totals } from '../view/totals.ts';
import { exitMeaning, verdictSentence, violated, whyUnfinished } from '../view/verdict.ts';
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

/** The last lines: verdict, evidence and next step. */
function closing(summary: Summary, options: TerminalOptions): string {
  const { paint, folder, width, advice } = options;
  const { result, notes } = summary;
  const { outcome, setUp, residue, run } = result;
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[outcome];
  const line = (text: string, hanging = '') => wrap(text, width, '', hanging);
  const lines = [
    ...(setUp === undefined
      ? []
      : [paint.yellow(line(`Set-up: ${shortened(setUp.message)}`)), wrap(shortened(setUp.fix), width, '  '), '']),
    ...notes.map(({ code, message }) =>
      paint.yellow(line(`${code === 'key-set-up' ? 'Set-up' : 'note'}: ${shortened(message)}`, '      ')),
    ),
    colour(paint.bold(line(verdictSentence(summary)))),
    ...(setUp === undefined ? whyUnfinished(result).map((text) => line(text)) : []),
    ...totals(summary).map((text) => line(text)),
    ...(residue.length === 0 ? [] : [line(residueSentence(residue))]),
    ...(folder === undefined
      ? []
      : [`evidence: ${folder}${folder.includes(run.id) ? '' : ` (run ${inert(cut(run.id, 200))})`}`]),
    ...(advice === undefined ? [] : [line(`next: ${advice}`, '      ')]),
    line(exitMeaning(result.exitCode)),
    ...demoHints(summary, options),
    ...(folder === undefined ? [] : [`report: ${folder.replace(/\/$/, '')}/report.html`]),
  ];
  return lines.join('\n');
}

/** Hints after a demo: how to run the printed commands, and how to check a deployment. */
function demoHints({ result, of }: Summary, { called, serve, width }: TerminalOptions): string[] {
  const { run, settings } = result;
  const shown = of('failed', 'warning');
  const check = unbroken(`${called} check --base-url https://HOST/v1 --key free=env:NAME`);
  const hints = [
    ...(serve === undefined || shown.length === 0
      ? []
      : [
          `The demo server has stopped. To run the printed curl commands, start it again, and run the export lines that it prints: ${unbroken(`${called} ${serve}`)}`,
        ]),
    ...(run.command === 'demo'
      ? [
          `This was the embedded server with a window of ${settings.windowSeconds} s. Check your deployment with: ${check}`,
        ]
      : []),
  ];
  return hints.map((hint) => wrap(hint, width, '', '  '));
}

const shortened = (text: string) => inert(cut(text, 1_000));
