import { CHECKS } from '../../../suites/index.ts';
import { type EndedTrace, isAnswered } from '../../exchange/index.ts';
import { because } from '../../rules/outcome.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import { nested } from '../../text/template.ts';
import { inconclusive, type Verdict } from '../verdict.ts';
import { judge, toVerdict } from './judge.ts';
import { shownPlainly, withoutPlain } from './plain.ts';
import { selectedChecks } from './select.ts';
import { setUpMistake } from './set-up.ts';

/**
 * Verdicts for every requirement. Requirements that were not selected are inconclusive with that reason. After a set-up
 * mistake nothing is judged, because another server may have answered; only the limit of another plan is a violation.
 */
export function judgeTrace(trace: EndedTrace): Verdict[] {
  if (trace.end?.reason === 'set-up') {
    const mistake = setUpMistake(trace) ?? { message: 'first contact failed' };
    const reason = because('set-up', { mistake: nested(mistake) });
    // What the user says about the key counts.
    const isOtherPlan = 'code' in mistake && mistake.code === 'other-plan';
    return CHECKS.map(({ requirement: id, rule }) =>
      isOtherPlan && id === 'rate.limit-matches-plan'
        ? toVerdict(id, rule(trace.exchanges.filter(isAnswered), trace))
        : inconclusive(id, reason),
    );
  }
  const judged = new Map(
    judge(selectedChecks(CHECKS, trace.head.settings), withoutRemoved(withoutPlain(trace))).map((verdict) => [
      verdict.id,
      shownPlainly(verdict, trace),
    ]),
  );
  return CHECKS.map(({ requirement: id }) => judged.get(id) ?? inconclusive(id, because('not-selected')));
}
