import { type Answered, isAnswered, type Trace } from '../exchange/index.ts';
import { holds, undecided } from './outcome.ts';
import type { Rule } from './rule.ts';

/** The valid payload was created: only then does a refusal of the same payload with one break mean what it seems to. */
export const validPayloadCreated: Rule = (_evidence, trace) =>
  trace.exchanges.some(
    (exchange) =>
      exchange.operation === 'createPet' &&
      !exchange.probe.startsWith('create.rejects.') &&
      exchange.key !== null &&
      isAnswered(exchange) &&
      exchange.received.status === 201,
  )
    ? holds(1)
    : undecided('no valid payload was created, so a refusal proves nothing (create.created comes first)');

/** The real key was accepted on every operation that the evidence touches: only then does a 401 for another key mean what it seems to. */
export const realKeyAccepted: Rule = (evidence, trace) => {
  const missing = [...new Set(evidence.map(({ operation }) => operation))].find(
    (operation) => !keyAcceptedOn(operation, trace),
  );
  return missing === undefined
    ? holds(1)
    : undecided(`the real key was not accepted on ${missing}, so a 401 proves nothing`);
};

/** 200 or 201 with the key; for a get also 404, which tells of the animal and not of the key. */
function keyAcceptedOn(operation: string, trace: Trace): boolean {
  const accepted = operation === 'getPet' ? [200, 404] : [200, 201];
  return trace.exchanges.some(
    (exchange): exchange is Answered =>
      exchange.operation === operation &&
      exchange.key !== null &&
      isAnswered(exchange) &&
      accepted.includes(exchange.received.status),
  );
}
