import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { createdAnimals, payloadOf } from '../../store/index.ts';
import { type ObservedValue, observed, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';

/** Whether a payload with a peculiarity was accepted, and what became of it. Where it was refused together with another one, the plain version, sent later, tells. */
function acceptance(stored: (exchange: Answered) => ObservedValue): Rule {
  return (evidence) => {
    const exchange = evidence.at(-1);
    if (exchange === undefined) return undecided('not asked');
    return observed(exchange.received.status === 201 ? stored(exchange) : `refused (${exchange.received.status})`, 1);
  };
}

/** What became of an id that the client sent. */
export const clientId = acceptance((exchange) => {
  const [one] = createdAnimals([exchange]);
  return one !== undefined && one.answered.id === payloadOf(exchange)?.id ? 'accepted, used' : 'accepted, ignored';
});

/** What became of a field that the document does not know. */
export const extraField = acceptance((exchange) =>
  /storecheckExtra/.test(exchange.received.body ?? '') ? 'accepted, kept' : 'accepted, dropped',
);

export const plainAcceptance = acceptance(() => 'accepted');

/** The status of an animal that was created without one. */
export const defaultStatus: Rule = (evidence) => {
  const [one] = createdAnimals(evidence).filter(({ sent }) => sent.status === undefined);
  return one === undefined
    ? undecided('no animal without status was created')
    : observed(one.answered.status ?? 'none', 1);
};

export const locationHeader: Rule = (evidence) => {
  const made = evidence.filter(({ received }) => received.status === 201);
  if (made.length === 0) return undecided('nothing was created');
  return observed(
    made.some(({ received }) => headerValue(received.headers, HEADERS.location) !== undefined),
    made.length,
  );
};

/** Leading and trailing blanks of a name are kept. What else became of a name is left to create.echo and create.text. */
export const nameVerbatim: Rule = (evidence) => {
  const made = createdAnimals(evidence).filter(({ sent }) => /^\s/.test(sent.name ?? ''));
  const [one] = made;
  if (one === undefined)
    return undecided('the payload with blanks around its name was refused, together with another peculiarity');
  const { exchange, sent, answered } = one;
  if (sent.name === answered.name) return outcomeOf([], made.length);
  if (answered.name?.trim() !== sent.name?.trim())
    return undecided('the name came back with other changes than its blanks');
  const changed = finding(
    exchange,
    `${describe(exchange)}: name came back changed`,
    JSON.stringify(sent.name),
    JSON.stringify(answered.name),
  );
  return outcomeOf([changed], made.length);
};
