import type { Exchange } from '../exchange/index.ts';
import { askAgain, undecided } from './outcome.ts';
import type { Rule } from './rule.ts';

/** The `phase` of an exchange that was sent once more because a rule was suspicious. */
export const SECOND_LOOK = 'second-look';

const isFirstLook = ({ phase }: Exchange) => phase !== SECOND_LOOK;

/**
 * Suspicion before finding: a deployed store has other users, so what they could explain is called broken only when a second look
 * shows it too. What shows once and not again is neither hidden nor held against the service: it is inconclusive, with its share.
 */
export function confirmed(rule: Rule): Rule {
  return (evidence, trace) => {
    const all = rule(evidence, trace);
    const looks = trace.exchanges.length - trace.exchanges.filter(isFirstLook).length;
    if (looks === 0)
      return all.kind === 'broken'
        ? askAgain(`seen once, not confirmed: ${all.findings[0]?.message ?? ''}`, all.subjects)
        : all;
    const first = rule(evidence.filter(isFirstLook), { ...trace, exchanges: trace.exchanges.filter(isFirstLook) });
    if (first.kind === 'broken' && all.kind !== 'broken')
      return undecided(
        `seen in 1 of 2 looks, somebody else may have changed the store meanwhile: ${first.findings[0]?.message ?? ''}`,
        first.subjects,
      );
    return all;
  };
}
