import type { RequirementResult, Result } from '../../result/result.ts';
import { cut, inert, wrap } from '../inert.ts';
import { rowsOf } from '../rows.ts';
import { exitMeaning, totals, verdictSentence, whyUnfinished } from '../verdict.ts';
import type { TerminalOptions } from './options.ts';

const SHOWN = 1_000;

/** The last lines: the verdict and its numbers, where the evidence lies, what to do next. */
export function closing(result: Result, { paint, folder, width }: TerminalOptions): string {
  const { outcome, setUp, warnings, residue } = result;
  const unfinished = setUp === undefined ? whyUnfinished(result) : undefined;
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[outcome];
  const lines = [
    ...(setUp === undefined
      ? []
      : [paint.yellow(wrap(`Set-up: ${said(setUp.message)}`, width, '')), wrap(said(setUp.fix), width, '  '), '']),
    ...warnings.map((warning) => paint.yellow(wrap(`note: ${said(warning)}`, width, '', '      '))),
    colour(paint.bold(wrap(verdictSentence(result), width, ''))),
    ...(unfinished === undefined ? [] : [wrap(unfinished, width, '')]),
    wrap(totals(result), width, ''),
    ...(residue.length === 0
      ? []
      : [`${residue.length} animals stay in the store (the service cannot delete): residue.json`]),
    ...(folder === undefined ? [] : [`evidence: ${folder} (run ${brief(result.run.id)})`]),
    ...again(result),
    wrap(`next: ${next(result, folder)} (${exitMeaning(result.exitCode)})`, width, '', '      '),
    ...(folder === undefined ? [] : [`report: ${folder.replace(/\/$/, '')}/report.html`]),
  ];
  return lines.join('\n');
}

const said = (text: string) => inert(cut(text, SHOWN));
const brief = (text: string) => inert(cut(text, 200));

/** What a reader looks into first. */
function foremost(result: Result): RequirementResult[] {
  return [...rowsOf(result, 'failed'), ...rowsOf(result, 'unproven'), ...rowsOf(result, 'warned')];
}

function next(result: Result, folder: string | undefined): string {
  if (result.setUp !== undefined) return 'mend the set-up as said above, then run again';
  if (result.capacity?.verdict === 'fits')
    return 'after the change, storecheck limits proves that the new number arrived';
  const [first] = foremost(result);
  if (first !== undefined) return `storecheck explain ${brief(first.id)}`;
  const judged = folder === undefined ? '' : `; storecheck judge ${folder} judges it again`;
  return `storecheck list shows what was judged${judged}`;
}

/** Beyond it all of it is run again. */
const MOST = 8;

/** Just what was broken, judged anew; the demo's server is gone by now, and a journal judged again sends nothing. */
function again(result: Result): string[] {
  const { run, target, settings, setUp } = result;
  const ids = [...new Set(rowsOf(result, 'failed').map(({ id }) => brief(id)))];
  // A capacity run has no part that could be offered alone.
  const whole = run.command === 'demo' || run.command === 'capacity';
  if (setUp !== undefined || ids.length === 0 || ids.length > MOST || whole) return [];
  const plan = run.command === 'limits' ? '' : ` --plan ${brief(settings.plan)}`;
  return [
    `again: storecheck ${brief(run.command)} --base-url ${brief(target.baseUrl)}${plan} --only ${ids.join(',')} …`,
  ];
}
