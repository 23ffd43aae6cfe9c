import type { Answered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { memoize } from '../../exchange/memoize.ts';
import { because } from '../../rules/conclusion.ts';
import { findingOn, requestText } from '../../rules/rule.ts';
import { isPetStatus, pathOf } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import type { Animal, AnimalField } from '../../store/animal.ts';
import type { KnownAnimal, Model, Sighting } from '../../store/model.ts';
import { type Created, isUnpredictable } from '../../store/views.ts';
import { changeOf, shownFields } from '../expect/fields.ts';
import { type Doubt, type Emit, explainedDoubt, openDoubt } from '../judgement.ts';

const FIELDS = ['name', 'categoryId', 'status'] as const;

/** Every response shows an animal with the same fields: those of its creation, else those of the first response. */
export function judgeFields(model: Model, emit: Emit): void {
  const reads = groupBy(model.reads, ({ id }) => id);
  for (const known of model.animals.values()) {
    const { own, sightings } = known;
    const first = sightings.find(({ exchange }) => exchange === own?.exchange) ?? sightings[0];
    if (first === undefined || (own !== undefined && isUnpredictable(own))) continue;
    const judge = (id: RequirementId, later: Sighting, wrong: readonly AnimalField[]): void => {
      const on = later.exchange;
      if (wrong.length === 0) emit({ id, on });
      for (const field of wrong) {
        const finding = differenceOf(field, known, first, later);
        if (field !== 'status') emit({ id, on, finding });
        else emit({ id, on, finding, doubt: changeDoubt(known, first, later, model), witness: [pathOf(known.id)] });
      }
    };
    for (const later of sightings) {
      const { animal, exchange } = later;
      if (exchange === first.exchange) continue;
      if (own === undefined) {
        // Only one field is reported: first the name or the category, which no operation changes.
        judge('list.consistent', later, FIELDS.filter((field) => differs(field, first.animal, animal)).slice(0, 1));
      } else if (exchange.operation === 'listPets' && exchange.sent.at >= own.exchange.received.at) {
        const wrong = FIELDS.filter((field) => !isKept(field, animal, own));
        judge('list.agrees-with-created', later, wrong);
      }
    }
    // If the response to a create shows no animal, create.schema reports it.
    if (own?.returned.name === undefined || own.returned.categoryId === undefined) continue;
    for (const { exchange, animal } of reads.get(known.id) ?? []) {
      // If the body shows no animal, get.schema reports it.
      if (exchange.seq < own.exchange.seq || animal === undefined) continue;
      const wrong = (['id', ...FIELDS] as const).filter(
        (field) => animal[field] !== own.returned[field] && (field !== 'status' || isPetStatus(own.returned.status)),
      );
      judge('get.same-as-created', { exchange, animal }, wrong);
    }
  }
}

/** Whether a field changed. A value that violates the schema does not count: the requirement of the schema reports it. */
function differs(field: AnimalField, first: Animal, other: Animal): boolean {
  const [before, after] = [first[field], other[field]];
  if (field === 'status') return isPetStatus(before) && before !== after && (after === undefined || isPetStatus(after));
  return before !== undefined && after !== undefined && before !== after;
}

/** Whether a list shows a field as it was created or sent. Null counts as no status: the requirement of the schema reports it. */
function isKept(field: AnimalField, listed: Animal, { sent, returned }: Created): boolean {
  const shown = listed[field] ?? undefined;
  return shown === (returned[field] ?? undefined) || shown === (sent[field] ?? undefined);
}

function differenceOf(field: AnimalField, { id, own }: KnownAnimal, first: Sighting, { exchange, animal }: Sighting) {
  const isList = exchange.operation === 'listPets';
  const [before, after] = shownFields(field, first.animal, animal);
  const change = changeOf(first.animal[field], animal[field]);
  if (own === undefined) {
    const numbers = { first: first.exchange.seq, last: exchange.seq };
    const params = { field, id, before, after, earlier: requestText(first.exchange), ...numbers };
    return findingOn(exchange, 'field-inconsistent', params, first.exchange);
  }
  return isList
    ? findingOn(exchange, 'listed-otherwise', { field, id, change, created: before, listed: after }, first.exchange)
    : findingOn(exchange, 'differs-from-created', { field, change, created: before, returned: after }, first.exchange);
}

/**
 * The doubt if other clients may have changed a status: after the creation, responses showed the first status, but none from this one on.
 *
 *   created available ── listed available ── read sold ── listed sold         someone may have sold it
 *   created available ── read sold                                            it was never available
 *   created available ── listed available ── read sold ── listed available    it is not sold
 */
function changeDoubt(known: KnownAnimal, first: Sighting, later: Sighting, model: Model): Doubt | undefined {
  const odd = later.exchange;
  const shown = known.sightings.filter(
    ({ animal, exchange }) => animal.status === first.animal.status && exchange !== known.own?.exchange,
  );
  const isBefore = shown.some(({ exchange }) => exchange.seq < odd.seq);
  const isAfter = shown.some(({ exchange }) => exchange.seq > odd.seq);
  if (isBefore && !isAfter) return STATUS_MAY_CHANGE;
  // A status that is shown again was not taken away (got-without-status).
  if (later.animal.status === undefined) return undefined;
  const isMoving = isBefore || isFlipping(known, odd.operation) || areStatusesMoving(model);
  return isMoving ? flipDoubt(odd, known, model) : undefined;
}

const STATUS_MAY_CHANGE = explainedDoubt(because('status-may-change'));

/** Whether responses of one operation have shown an animal with several statuses. */
export const isFlipping = ({ sightings }: KnownAnimal, operation: string): boolean =>
  new Set(sightings.filter(({ exchange }) => exchange.operation === operation).map(({ animal }) => animal.status))
    .size > 1;

/** Whether lists and gets have both shown an animal with several statuses: then other clients change them (others.test.ts). */
export const areStatusesMoving: (model: Model) => boolean = memoize(({ animals }) =>
  ['listPets', 'getPet'].every((operation) => [...animals.values()].some((known) => isFlipping(known, operation))),
);

/**
 * This many responses of the other operation, list or get, show whether a status changes in the store, or only in one operation
 * (got-with-null-status). Two lists do not (lines.txt: gets show another status than two lists do).
 */
const OTHER_RESPONSES = 3;

/** The doubt about a response with another status than before or after: if other clients change it, lists and gets both show that. */
export function flipDoubt({ operation, seq }: Answered, { sightings }: KnownAnimal, model: Model): Doubt | undefined {
  if (areStatusesMoving(model)) return STATUS_MAY_CHANGE;
  const others = sightings.filter(({ exchange }) => exchange.seq > seq && exchange.operation !== operation);
  return others.length >= OTHER_RESPONSES ? undefined : openDoubt(because('status-may-change'), Infinity);
}
