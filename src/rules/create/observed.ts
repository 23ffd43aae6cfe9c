import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { createdAnimals, isCreated, payloadOf } from '../../store/index.ts';
import { because, type ObservedValue, observed, outcomeOf, undecided } from '../outcome.ts';
import type { Rule } from '../rule.ts';
import { isAccepted } from '../status.ts';
import { difference } from './echo.ts';

/**
 * Whether a payload with an unusual value was accepted, and its effect. If it was refused together with another one,
 * the later plain version decides.
 */
function acceptance(stored: (exchange: Answered) => ObservedValue): Rule {
  return (evidence) => {
    const exchange = evidence.at(-1);
    if (exchange === undefined) return undecided(because('not-sent'));
    const { status } = exchange.received;
    return observed(isAccepted(exchange) ? stored(exchange) : `refused (${status})`, 1);
  };
}

export const clientId = acceptance((exchange) => {
  const [one] = createdAnimals([exchange]);
  return one !== undefined && one.answered.id === payloadOf(exchange)?.id ? 'accepted, used' : 'accepted, ignored';
});

/** The effect of a field that the specification does not define. */
export const extraField = acceptance((exchange) =>
  /storecheckExtra/.test(exchange.received.body ?? '') ? 'accepted, kept' : 'accepted, dropped',
);

export const plainAcceptance = acceptance(() => 'accepted');

export const defaultStatus: Rule = (evidence) => {
  const [one] = createdAnimals(evidence).filter(({ sent }) => sent.status === undefined);
  return one === undefined
    ? undecided(because('no-animal-without-status'))
    : observed(one.answered.status ?? 'none', 1);
};

export const locationHeader: Rule = (evidence) => {
  const made = evidence.filter(isCreated);
  if (made.length === 0) return undecided(because('nothing-created'));
  return observed(
    made.some(({ received }) => headerValue(received.headers, HEADERS.location) !== undefined),
    made.length,
  );
};

/** Whether blanks around a name are kept. create.echo and create.text judge other changes of a name. */
export const nameVerbatim: Rule = (evidence) => {
  const made = createdAnimals(evidence).filter(({ sent }) => /^\s/.test(sent.name ?? ''));
  const [one] = made;
  if (one === undefined) return undecided(because('blanks-refused'));
  const { sent, answered } = one;
  if (answered.name?.trim() !== sent.name?.trim()) return undecided(because('name-changed-otherwise'));
  const changed = difference(one, 'name');
  return outcomeOf(changed === undefined ? [] : [changed], made.length);
};
