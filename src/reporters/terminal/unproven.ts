import type { RequirementResult, Result } from '../../result/result.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import { nameOf, plansTogether, rowsOf } from '../view/rows.ts';
import { setUpNotes } from '../view/set-up-notes.ts';
import type { TerminalOptions } from './options.ts';
import { REASON_SHOWN, reasoned, section } from './rows.ts';

/** From here on, one reason for several requirements is said once: a key that cannot be used leaves all of its plan open, a step all of capacity. */
const MANY = 4;

/** What is wrong with a key stands beside the verdict. */
const BELOW = 'a mistake in the set-up: see below';
const INTERRUPTED = 'the run was interrupted (--verbose shows what each lacks)';

/** The musts without evidence; a reason that many share is told once. */
export function unproven(result: Result, options: TerminalOptions): string {
  const rows = rowsOf(result, 'unproven').map((row) => ({ ...row, reason: shortened(row, result, options) }));
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  const entries = reasons.flatMap((reason) => {
    const same = plansTogether(rows.filter((row) => row.reason === reason));
    return same.length < MANY && result.capacity === undefined
      ? same.map((row) => reasoned(row, options))
      : [reasonedOnce(same, options)];
  });
  const { yellow } = options.paint;
  return section('Inconclusive: evidence is missing, so this is no pass', entries, yellow, rows.length);
}

/** A reason that many have is told in few words, so that it is told once. */
function shortened({ reason = '' }: RequirementResult, result: Result, { verbose }: TerminalOptions): string {
  if (setUpNotes(result).includes(reason)) return BELOW;
  return result.run.end === 'interrupted' && !verbose ? INTERRUPTED : reason;
}

function reasonedOnce(rows: readonly RequirementResult[], { paint, width, verbose }: TerminalOptions): string {
  const names = rows.map((row) => nameOf(row));
  const shown = verbose ? names : names.slice(0, MANY - 1);
  const rest = names.length - shown.length;
  const head = wrap(`? ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`, width, '  ', '      ');
  const reason = wrap(inert(cut(rows[0]?.reason ?? '', REASON_SHOWN)), width, '      ');
  return `${head.replace('?', paint.yellow('?'))}\n${reason}`;
}
