import { CHECKS } from '../../../suites/index.ts';
import type { Trace } from '../../exchange/index.ts';
import { KEPT_FOR_CONFIRMATION, nextReduction, type Reduction } from '../../explore/reduce.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import { isExplored } from '../../store/index.ts';
import { answersFor } from './evidence.ts';
import { selectedChecks } from './select.ts';

/** The next request that confirms or reduces a finding of the exploration, or undefined. */
export function reductionFor(trace: Trace): Reduction | undefined {
  const { settings } = trace.head;
  if (settings.exploration === undefined || trace.exchanges.length + KEPT_FOR_CONFIRMATION >= settings.maxRequests)
    return undefined;
  const explored = new Set(trace.exchanges.filter(isExplored).map(({ seq }) => seq));
  const removed = withoutRemoved(trace);
  const violations = selectedChecks(CHECKS, settings).flatMap((check) => {
    const outcome = check.rule(answersFor(check, removed.exchanges, removed), removed);
    const findings = outcome.kind === 'broken' ? outcome.findings : [];
    return findings
      .filter(({ exchanges }) => exchanges.length > 0 && exchanges.every((seq) => explored.has(seq)))
      .map(({ exchanges }) => ({ requirement: check.requirement, exchanges }));
  });
  return nextReduction(trace.exchanges, violations, settings.readOnly);
}
