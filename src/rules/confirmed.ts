import type { Answered, Exchange } from '../exchange/index.ts';
import { askAgain, type Finding, type Outcome, type SecondLook, undecided } from './outcome.ts';
import type { Rule } from './rule.ts';

/** The `phase` of an exchange that was sent once more because a rule was suspicious. */
export const SECOND_LOOK = 'second-look';

/** Whether it was sent once more, after the settle time. */
export const isSecondLook = ({ phase }: Exchange): boolean => phase === SECOND_LOOK;
const isFirstLook = (exchange: Exchange) => !isSecondLook(exchange);

/**
 * Suspicion before finding: a deployed store has other users, so what they could explain is called broken only when a second look
 * shows it too. What shows once and not again is neither hidden nor held against the service: it is inconclusive, with its share.
 * A first look that was undecided excuses nothing: it was a suspicion itself (too early), or could not see what the second saw.
 */
export function confirmed(rule: Rule): Rule {
  return (evidence, trace) => {
    if (trace.exchanges.every(isFirstLook)) return suspected(rule(evidence, trace));
    const first = rule(evidence.filter(isFirstLook), { ...trace, exchanges: trace.exchanges.filter(isFirstLook) });
    const again = new Set(trace.exchanges.filter((exchange) => !isFirstLook(exchange)).map(({ probe }) => probe));
    const isLatest = (exchange: Exchange) => !isFirstLook(exchange) || !again.has(exchange.probe);
    const latest = rule(
      evidence.filter((exchange: Answered) => isLatest(exchange)),
      {
        ...trace,
        exchanges: trace.exchanges.filter(isLatest),
      },
    );
    const [seen] = [first, latest].filter(({ kind }) => kind === 'broken');
    if (seen?.kind === 'broken' && (first.kind === 'holds' || latest.kind !== 'broken'))
      return seenInOneLook(seen.findings[0], seen.subjects);
    return latest;
  };
}

/** Without a second look, a breach is a suspicion. */
function suspected(outcome: Outcome): Outcome {
  if (outcome.kind !== 'broken') return outcome;
  return notConfirmed(outcome.findings[0], outcome.subjects);
}

/** After the first look. */
export const notConfirmed = (found: Finding | undefined, subjects: number, look?: SecondLook): Outcome =>
  askAgain(`seen once, not confirmed: ${found?.message ?? ''}`, subjects, look);

/** After the second. */
export const seenInOneLook = (found: Finding | undefined, subjects: number): Outcome =>
  undecided(
    `seen in 1 of 2 looks, somebody else may have changed the store meanwhile: ${found?.message ?? ''}`,
    subjects,
  );
