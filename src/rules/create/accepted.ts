import { type Answered, headerValue, type Trace } from '../../exchange/index.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import { type Created, createdAnimals, isCreated, listViews, payloadOf } from '../../store/index.ts';
import { because, type Finding, notApplicable, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { answeredWith } from '../status.ts';
import { difference } from './echo.ts';

/** A valid payload is created: every response to the check's probes is 201. */
export const created: Rule = answeredWith(201, 'not-created');

/**
 * Each status is accepted. Some probes carry a second unusual value to save a request. If such a probe is refused, its plain
 * version decides: if that is refused too, the status is the cause.
 */
export const eachStatusAccepted: Rule = (evidence, trace) => {
  const findings: Finding[] = [];
  let subjects = 0;
  let missing: string | undefined;
  for (const value of PET_STATUSES) {
    const tries = evidence.filter((exchange) => payloadOf(exchange)?.status === value);
    if (tries.some(isCreated)) subjects += 1;
    else if (tries.length === 0) missing = value;
    else findings.push(...tries.slice(-1).map((exchange) => violation(exchange, 'value-refused', { value })));
  }
  if (findings.length > 0 && !somethingCreated(trace)) return undecided(because('no-payload-created'));
  if (findings.length === 0 && missing !== undefined)
    return undecided(because('value-not-answered', { value: missing }));
  return outcomeOf(findings, subjects + findings.length);
};

const somethingCreated = ({ exchanges }: Trace): boolean => exchanges.some(isCreated);

/** The finding about a payload of which no animal is known: it was refused, or the response to the create has no animal. */
function notCreated(exchange: Answered, refused: 'value-refused' | 'missing-status-refused', value: string): Finding {
  if (isCreated(exchange)) return violation(exchange, 'created-unreadable', { value });
  return violation(exchange, refused, { value });
}

/**
 * Each category beyond 2^53 is returned digit for digit. A service may refuse one with 400 as an unknown category, unless it accepted
 * categories that nobody can know.
 */
export function int64Kept(categories: readonly string[]): Rule {
  return (evidence, trace) => {
    const findings: Finding[] = [];
    let subjects = 0;
    for (const digits of categories) {
      const tries = evidence.filter((exchange) => payloadOf(exchange)?.categoryId === digits);
      const made = createdAnimals(tries);
      subjects += made.length;
      findings.push(...made.flatMap((one) => difference(one, 'categoryId') ?? []));
      const last = tries.at(-1);
      if (made.length === 0 && last !== undefined && (last.received.status !== 400 || looksNothingUp(trace)))
        findings.push(notCreated(last, 'value-refused', `categoryId ${digits}`));
    }
    if (subjects === 0 && findings.length === 0) return notApplicable(because('only-known-categories'));
    if (!somethingCreated(trace)) return undecided(because('no-payload-created'));
    return outcomeOf(findings, subjects + findings.length);
  };
}

/** The service accepted two categories that only this run can have made up. */
function looksNothingUp({ exchanges, head }: Trace): boolean {
  if (head.settings.categories !== null) return false;
  const created = createdAnimals(exchanges);
  const own = new Set(created.map(({ answered }) => answered.id));
  const listed = listViews(exchanges).flatMap(({ animals }) => animals.filter(({ id }) => !own.has(id)));
  const known = new Set(listed.map(({ categoryId }) => categoryId));
  return new Set(created.flatMap(({ sent }) => (known.has(sent.categoryId) ? [] : (sent.categoryId ?? [])))).size > 1;
}

/** A missing status is accepted, and the returned status is absent or one of the three. */
export const statusOptional: Rule = (evidence, trace) => {
  const without = evidence.filter((exchange) => payloadOf(exchange)?.status === undefined);
  const made = createdAnimals(without);
  const last = without.at(-1);
  if (made.length === 0 && last !== undefined) {
    if (!somethingCreated(trace)) return undecided(because('no-payload-created'));
    return outcomeOf([notCreated(last, 'missing-status-refused', 'no `status`')], without.length);
  }
  const [first, ...others] = made;
  const other = others.find(({ answered }) => answered.status !== first?.answered.status);
  if (first !== undefined && other !== undefined)
    return outcomeOf(
      [
        violation(
          other.exchange,
          'missing-status-differs',
          { first: first.answered.status ?? null, other: other.answered.status ?? null },
          first.exchange,
        ),
      ],
      made.length,
    );
  const allowed: readonly unknown[] = [undefined, ...PET_STATUSES];
  const findings = made.flatMap(({ exchange, answered }) =>
    allowed.includes(answered.status)
      ? []
      : [violation(exchange, 'unknown-default-status', { created: answered.status ?? null })],
  );
  return outcomeOf(findings, made.length);
};

/** A name is kept unchanged or refused with 400. White space around it has its own requirement. */
export const textKept: Rule = (evidence, trace) => {
  if (!somethingCreated(trace)) return undecided(because('no-payload-created'));
  const made = createdAnimals(evidence);
  const findings = [...made.flatMap(changedText), ...evidence.flatMap(refusedText)];
  const unusual = made.filter(({ sent }) => /[^\x20-\x7e]/.test(sent.name ?? ''));
  if (findings.length === 0 && unusual.length === 0) return notApplicable(because('only-ascii-names'));
  return outcomeOf(findings, made.length);
};

/** The text after a lone surrogate may be anything: it has no UTF-8. */
function changedText(one: Created): Finding | readonly Finding[] {
  const [text = ''] = (one.sent.name ?? '').split(/\p{Surrogate}/u);
  const answered = one.answered.name?.trim();
  const isKept = text === one.sent.name ? answered === text.trim() : answered?.startsWith(text.trim()) === true;
  return isKept ? [] : (difference(one, 'name') ?? []);
}

/**
 * A text may be an invalid value, and a long body too large. Server errors have their own requirement, and a plain name
 * is refused for another reason.
 */
function refusedText(exchange: Answered): Finding | readonly Finding[] {
  const { status } = exchange.received;
  const isJson = /json/.test(headerValue(exchange.sent.headers, 'Content-Type') ?? '');
  const isPlain = /^[\w .-]*$/.test(payloadOf(exchange)?.name ?? '');
  if (!isJson || isPlain || status < 400 || status >= 500 || [400, 413].includes(status)) return [];
  return violation(exchange, 'text-refused', {});
}

/**
 * The first payload again, in chunks and with a charset. If it is refused, a repetition with its length follows, and a
 * plain one. A service may refuse a name that is taken as an invalid value (400), and a body without Content-Length, which many servers
 * read as empty. It must not refuse the charset, nor report that it changed the first animal.
 */
export function createdAgain(evidence: readonly Answered[]): Finding | undefined {
  const again = evidence.filter(({ probe }) => probe.startsWith('create.again'));
  const updated = again.find(
    ({ received }) => received.status >= 200 && received.status < 300 && received.status !== 201,
  );
  if (updated !== undefined) return violation(updated, 'created-again-updated', {});
  const plain = again.find(({ probe }) => probe === 'create.again-plain');
  const spelled = again.findLast(({ probe }) => probe === 'create.again-whole');
  if (spelled === undefined || isCreated(spelled) || plain === undefined) return undefined;
  const { status } = plain.received;
  if (status === 409) return violation(plain, 'created-again-refused', {});
  return status === 201 ? violation(spelled, 'spelling-refused', {}) : undefined;
}
