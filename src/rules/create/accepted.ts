import { isAnswered, type Trace } from '../../exchange/index.ts';
import { type Animal, createdAnimals, payloadOf } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { answeredWith } from '../status.ts';
import { difference } from './echo.ts';

/** A valid payload is created: each of the check's probes that was answered gave 201. */
export const created: Rule = answeredWith(201, '201 with the created Animal');

/**
 * Payloads of which each carries one value that must be accepted. Some probes carry a second peculiarity to save a request; where such a
 * probe is refused, its plain version decides: refused too, and the value is to blame.
 * @param key groups the probes by the value they try
 */
export function eachAccepted(key: (payload: Animal) => string | undefined, wanted: readonly string[]): Rule {
  return (evidence, trace) => {
    const findings: Finding[] = [];
    let subjects = 0;
    let missing: string | undefined;
    for (const value of wanted) {
      const tries = evidence.filter((exchange) => key(payloadOf(exchange) ?? blank) === value);
      if (tries.some(({ received }) => received.status === 201)) subjects += 1;
      else if (tries.length === 0) missing = value;
      else
        findings.push(
          ...tries
            .slice(-1)
            .map((exchange) =>
              finding(exchange, `${describe(exchange)} for ${value}`, '201', String(exchange.received.status)),
            ),
        );
    }
    if (findings.length > 0 && !somethingCreated(trace))
      return undecided('no payload at all was created (create.created comes first)');
    if (findings.length === 0 && missing !== undefined) return undecided(`no payload with ${missing} was answered`);
    return outcomeOf(findings, subjects + findings.length);
  };
}

const blank: Animal = { id: undefined, name: undefined, categoryId: undefined, status: undefined };

export function somethingCreated({ exchanges }: Trace): boolean {
  return exchanges.some(
    (exchange) => exchange.operation === 'createPet' && isAnswered(exchange) && exchange.received.status === 201,
  );
}

/** A missing status is accepted, and what comes back is absent or one of the three. */
export const statusOptional: Rule = (evidence, trace) => {
  const without = evidence.filter((exchange) => payloadOf(exchange)?.status === undefined);
  const made = createdAnimals(without);
  const last = without.at(-1);
  if (made.length === 0 && last !== undefined) {
    if (!somethingCreated(trace)) return undecided('no payload at all was created (create.created comes first)');
    return outcomeOf(
      [finding(last, `${describe(last)} without status`, '201', String(last.received.status))],
      without.length,
    );
  }
  const allowed: readonly unknown[] = [undefined, 'available', 'pending', 'sold'];
  const findings = made.flatMap(({ exchange, answered }) =>
    allowed.includes(answered.status)
      ? []
      : [
          finding(
            exchange,
            `${describe(exchange)} without status`,
            'no status, or one of available, pending, sold',
            `status ${JSON.stringify(answered.status)}`,
          ),
        ],
  );
  return outcomeOf(findings, made.length);
};

/** A name with all kinds of text is accepted and comes back unchanged. */
export const textKept: Rule = (evidence, trace) => {
  const made = createdAnimals(evidence);
  const last = evidence.at(-1);
  if (made.length > 0)
    return outcomeOf(
      made.flatMap((one) => difference(one, 'name') ?? []),
      made.length,
    );
  if (last === undefined || !somethingCreated(trace))
    return undecided('no payload at all was created (create.created comes first)');
  return outcomeOf(
    [finding(last, `${describe(last)} for such a name`, '201', String(last.received.status))],
    evidence.length,
  );
};
