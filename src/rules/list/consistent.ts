import { isConfirmation, type Trace } from '../../exchange/index.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import { type Animal, type AnimalField, modelOf, type Sighting } from '../../store/index.ts';
import { shownFields } from '../create/fields.ts';
import { because, type Finding, outcomeOf, seenOnce, undecided } from '../outcome.ts';
import { type Rule, requestOf, violation } from '../rule.ts';
import { presenceIn } from './presence.ts';

/**
 * Lists and single reads agree on the animals that existed before the run: each is in every complete list, with the
 * same fields everywhere. Other requirements compare the animals of this run with their creation.
 */
export const consistent: Rule = (evidence, trace) => {
  const fields = sameFields(evidence, trace);
  if (fields.kind === 'broken') return fields;
  const presence = presenceIn(trace, ({ status }) => status === undefined);
  if (
    presence === undefined ||
    (presence.kind === 'holds' && fields.kind === 'undecided' && (fields.subjects ?? 0) > 0)
  )
    return fields;
  return presence;
};

/**
 * No operation changes a name or a category, so one difference is a violation: the id names two animals. Other clients
 * may change a status, which some replicas show later. But one change does not explain two responses, the settle time
 * apart, that differ from those around them.
 */
const sameFields: Rule = (_evidence, trace) => {
  const findings: Finding[] = [];
  const odd: Finding[] = [];
  let subjects = 0;
  for (const [id, readings] of readingsOf(trace)) {
    if (readings.length < 2) continue;
    subjects += 1;
    for (const field of ['name', 'categoryId'] as const) {
      const known = readings.filter(({ animal }) => animal[field] !== undefined);
      const [first] = known;
      const other = known.findLast(({ animal }) => animal[field] !== first?.animal[field]);
      if (first !== undefined && other !== undefined) findings.push(difference(id, field, [first], other));
    }
    const wrong = misrepresented(readings);
    const found = wrong.slice(-1).map(([around, reading]) => difference(id, 'status', around, reading));
    const [first, last] = [wrong[0]?.[1].exchange, wrong.at(-1)?.[1].exchange];
    const isRecurring =
      first !== undefined && last !== undefined && last.sent.at >= first.received.at + trace.head.settings.settleMs;
    (isRecurring ? findings : odd).push(...found);
  }
  if (findings.length > 0) return outcomeOf(findings.slice(0, 5), subjects);
  const [doubt] = odd;
  if (doubt !== undefined) return seenOnce(doubt, subjects, trace.exchanges.some(isConfirmation));
  return subjects > 0 ? outcomeOf([], subjects) : undecided(because('no-animal-shown-twice'));
};

/** Without the ids of created animals: a restart may assign an id again. */
function readingsOf(trace: Trace): [string, readonly Sighting[]][] {
  const { created, sightings } = modelOf(trace.exchanges);
  const own = new Set(created.map(({ answered }) => answered.id));
  return [...sightings].filter(([id]) => !own.has(id));
}

/** Responses with another status than those before and after them, after these. */
function misrepresented(readings: readonly Sighting[]): [[Sighting, Sighting], Sighting][] {
  return readings.flatMap((reading, index): [[Sighting, Sighting], Sighting][] => {
    const [before, after] = [readings[index - 1], readings[index + 1]];
    if (before === undefined || after === undefined) return [];
    const [old, own, next] = [before, reading, after].map(({ animal }) => statusOf(animal));
    return old === next && old !== own ? [[[before, after], reading]] : [];
  });
}

/** The schema rule judges other values. */
const statusOf = ({ status }: Animal) => PET_STATUSES.find((known) => known === status);

function difference(
  id: string,
  field: AnimalField,
  [first, ...more]: readonly [Sighting, ...Sighting[]],
  other: Sighting,
): Finding {
  const [before, after] = shownFields(field, first.animal, other.animal);
  const { exchange } = first;
  const numbers = { first: exchange.seq, last: other.exchange.seq };
  const values = { field, id, before, after, earlier: requestOf(exchange), ...numbers };
  return violation(other.exchange, 'field-inconsistent', values, exchange, ...more.map((one) => one.exchange));
}
