import type { RequirementResult, Result } from '../../result/result.ts';
import { cut, inert, unbroken } from '../text/inert.ts';
import { besides } from '../view/besides.ts';
import { rowsOf } from '../view/rows.ts';
import { setUpNotes } from '../view/set-up-notes.ts';
import type { TerminalOptions } from './options.ts';

const brief = (text: string) => inert(cut(text, 200));

/** What to do next: where it was not the service that kept something from being proven, how to mend that; else what the foremost row means. */
export function next(result: Result, { folder, called }: TerminalOptions): string {
  if (result.setUp !== undefined) return 'mend the set-up as said above, then run again';
  if (result.capacity?.verdict === 'fits')
    return `after the change, ${unbroken(`${called} limits`)} proves that the new number arrived`;
  const [failed] = rowsOf(result, 'failed');
  if (failed !== undefined) return unbroken(`${called} explain ${brief(failed.id)}`);
  const [beside, ...more] = besides(result).filter(({ fails }) => fails);
  if (beside !== undefined) {
    const todo = beside.todo.replace(' pin RUN ', ` pin ${folder ?? 'RUN'} `);
    const text = brief(`${beside.name}: ${todo}${more.length === 0 ? '' : `; and ${more.length} more above`}`);
    return text.replace(/storecheck pin \S+ --out \S+/, unbroken);
  }
  const unproven = rowsOf(result, 'unproven');
  const [first] = [...unproven, ...rowsOf(result, 'warned')];
  const fix = fixOf(result, unproven, called);
  if (fix !== undefined) return fix;
  if (first !== undefined) return unbroken(`${called} explain ${brief(first.id)}`);
  const judged = folder === undefined ? '' : `; ${unbroken(`${called} judge ${folder}`)} judges this run again`;
  return `${unbroken(`${called} list`)} shows every requirement${judged}`;
}

function fixOf(result: Result, unproven: readonly RequirementResult[], called: string): string | undefined {
  const { run } = result;
  if (run.end === 'interrupted') return 'run it again, to its end';
  if (run.end === 'time-budget') return 'run it again with a longer --max-duration';
  const reasons = unproven.map(({ reason = '' }) => reason);
  if (reasons.some((reason) => reason.startsWith('k6 2.x was not found')))
    return `get k6, then run it again: ${unbroken(`${called} k6 install`)} builds it where Go is; ${unbroken(`${called} k6 path`)} names the other ways`;
  if (setUpNotes(result).length > 0) return 'mend the set-up as said above, then run it again';
  return undefined;
}

/** The same again, for just what was broken. The demo's server is gone by now, and a capacity run has no part that could be offered alone. */
export function again(result: Result, { folder, called, given }: TerminalOptions): string[] {
  const whole = result.run.command === 'demo' || result.run.command === 'capacity';
  if (folder === undefined || whole || rowsOf(result, 'failed').length === 0) return [];
  return [`again: ${[called, 'rerun --failed', folder, ...(given?.options ?? [])].join(' ')}`];
}
