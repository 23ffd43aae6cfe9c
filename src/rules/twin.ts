import { type Answered, isAnswered, type Trace } from '../exchange/index.ts';
import { requestName } from '../spec/operations.ts';
import { isCreated } from '../store/index.ts';
import { because, holds, undecided } from './outcome.ts';
import type { Rule } from './rule.ts';

/** The valid payload was created: only then does a refusal of the same payload with one defect prove something. */
export const validPayloadCreated: Rule = (_evidence, trace) =>
  trace.exchanges.some(
    (exchange) => isCreated(exchange) && !exchange.probe.startsWith('create.rejects.') && exchange.key !== null,
  )
    ? holds(1)
    : undecided(because('no-valid-payload-created'));

/** The real key was accepted on every operation of the evidence: else a 401 for another key proves nothing. */
export const realKeyAccepted: Rule = (evidence, trace) => {
  const missing = [...new Set(evidence.map(({ operation }) => operation))].find(
    (operation) => !keyAcceptedOn(operation, trace),
  );
  return missing === undefined
    ? holds(1)
    : undecided(because('key-not-accepted-on', { request: requestName(missing) }));
};

/** 200 or 201 with the key. For a get also 404, which depends on the animal and not on the key. */
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
