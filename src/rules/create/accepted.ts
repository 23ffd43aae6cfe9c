import { isAnswered, type Trace } from '../../exchange/index.ts';
import { type Animal, createdAnimals, payloadOf } from '../../store/index.ts';
import { because, type Finding, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { answeredWith } from '../status.ts';
import { difference } from './echo.ts';

/** A valid payload is created: each of the check's probes that was answered gave 201. */
export const created: Rule = answeredWith(201, 'not-created');

/**
 * Payloads of which each carries one value that must be accepted. Some probes carry a second unusual value to save a request; if such a
 * probe is refused, its plain version decides: if that is refused too, the value is the cause.
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
      else findings.push(...tries.slice(-1).map((exchange) => violation(exchange, 'value-refused', { value })));
    }
    if (findings.length > 0 && !somethingCreated(trace)) return undecided(because('no-payload-created'));
    if (findings.length === 0 && missing !== undefined)
      return undecided(because('value-not-answered', { value: missing }));
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
    if (!somethingCreated(trace)) return undecided(because('no-payload-created'));
    return outcomeOf([violation(last, 'missing-status-refused', {})], without.length);
  }
  const allowed: readonly unknown[] = [undefined, 'available', 'pending', 'sold'];
  const findings = made.flatMap(({ exchange, answered }) =>
    allowed.includes(answered.status)
      ? []
      : [violation(exchange, 'unknown-default-status', { created: answered.status ?? null })],
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
  if (last === undefined || !somethingCreated(trace)) return undecided(because('no-payload-created'));
  return outcomeOf([violation(last, 'text-refused', {})], evidence.length);
};
