import type { Result } from '../../result/result.ts';
import { cut, inert, unbroken, wrap } from '../text/inert.ts';
import { rerunLines } from '../view/rerun.ts';
import { residueSentence } from '../view/residue.ts';
import { rowsOf } from '../view/rows.ts';
import { setUpNotes } from '../view/set-up-notes.ts';
import { totals } from '../view/totals.ts';
import { exitMeaning, verdictSentence, whyUnfinished } from '../view/verdict.ts';
import { again, next } from './next.ts';
import type { TerminalOptions } from './options.ts';

const SHOWN = 1_000;

/** The last lines: the verdict and its numbers, where the evidence lies, what to do next. */
export function closing(result: Result, options: TerminalOptions): string {
  const { paint, folder, width } = options;
  const { outcome, setUp, warnings, residue, rerun } = result;
  const notes = setUpNotes(result);
  const unfinished = setUp === undefined ? whyUnfinished(result) : undefined;
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[outcome];
  const lines = [
    ...(setUp === undefined
      ? []
      : [paint.yellow(wrap(`Set-up: ${said(setUp.message)}`, width, '')), wrap(said(setUp.fix), width, '  '), '']),
    ...warnings.map((warning) =>
      paint.yellow(wrap(`${notes.includes(warning) ? 'Set-up' : 'note'}: ${said(warning)}`, width, '', '      ')),
    ),
    colour(paint.bold(wrap(verdictSentence(result), width, ''))),
    ...(unfinished === undefined ? [] : [wrap(unfinished, width, '')]),
    ...(rerun === undefined ? [] : rerunLines(rerun).map((line) => wrap(said(line), width, '  ', '    '))),
    wrap(totals(result), width, ''),
    ...(residue.length === 0 ? [] : [wrap(residueSentence(residue), width, '')]),
    ...(folder === undefined ? [] : [`evidence: ${folder} (run ${brief(result.run.id)})`]),
    ...again(result, options),
    wrap(`next: ${next(result, options)} (${exitMeaning(result.exitCode)})`, width, '', '      '),
    ...served(result, options),
    ...yours(result, options),
    ...(folder === undefined ? [] : [`report: ${folder.replace(/\/$/, '')}/report.html`]),
  ];
  return lines.join('\n');
}

/** How to try the curl lines of a demo. */
function served(result: Result, { called, given, width }: TerminalOptions): string[] {
  const shown = rowsOf(result, 'failed', 'warned').flatMap(({ findings }) => findings);
  if (given?.serve === undefined || shown.every(({ curl }) => curl === undefined)) return [];
  const command = unbroken(`${called} ${given.serve}`);
  return [
    wrap(`curl: this server is gone; ${command} starts it again; paste its export lines first`, width, '', '      '),
  ];
}

/** What to do after a demo. */
function yours({ run, settings }: Result, { called, width }: TerminalOptions): string[] {
  if (run.command !== 'demo') return [];
  const example = `${called} check --base-url https://HOST/v1 --key free=env:NAME`;
  return [
    wrap(
      `yours: this was the embedded server, with a minute of ${settings.windowSeconds} s; for a deployment of yours: ${unbroken(example)}`,
      width,
      '',
      '       ',
    ),
  ];
}

const said = (text: string) => inert(cut(text, SHOWN));
const brief = (text: string) => inert(cut(text, 200));
