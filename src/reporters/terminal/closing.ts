import type { Summary } from '../../result/summary/summary.ts';
import { cut, inert, unbroken, wrap } from '../text/inert.ts';
import { residueSentence } from '../view/residue.ts';
import { totals } from '../view/totals.ts';
import { exitMeaning, verdictSentence, whyUnfinished } from '../view/verdict.ts';
import type { TerminalOptions } from './options.ts';

/** The last lines: verdict, evidence and next step. */
export function closing(summary: Summary, options: TerminalOptions): string {
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
