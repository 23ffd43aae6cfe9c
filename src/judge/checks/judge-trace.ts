import { CHECKS } from '../../../suites/index.ts';
import type { EndedTrace } from '../../exchange/index.ts';
import { because } from '../../rules/outcome.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import { nested } from '../../text/template.ts';
import { inconclusive, type Verdict } from '../verdict.ts';
import { judge } from './judge.ts';
import { shownPlainly, withoutPlain } from './plain.ts';
import { selectedChecks } from './select.ts';
import { setUpMistake } from './set-up.ts';

/**
 * Verdicts for every requirement. Requirements that were not selected are inconclusive with that reason. After a set-up
 * mistake nothing is judged: another server may have answered.
 */
export function judgeTrace(trace: EndedTrace): Verdict[] {
  if (trace.end?.reason === 'set-up')
    return CHECKS.map(({ requirement: id }) =>
      inconclusive(
        id,
        because('set-up', { mistake: nested(setUpMistake(trace) ?? { message: 'first contact failed' }) }),
      ),
    );
  const judged = new Map(
    judge(selectedChecks(CHECKS, trace.head.settings), withoutRemoved(withoutPlain(trace))).map((verdict) => [
      verdict.id,
      shownPlainly(verdict, trace),
    ]),
  );
  return CHECKS.map(({ requirement: id }) => judged.get(id) ?? inconclusive(id, because('not-selected')));
}
