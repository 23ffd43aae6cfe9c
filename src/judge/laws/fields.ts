import type { Answered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { oncePer } from '../../exchange/once.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { requestOf, violation } from '../../rules/rule.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import type { Animal, AnimalField } from '../../store/animal.ts';
import type { Created, SingleRead } from '../../store/known.ts';
import { changeOf, shownFields } from '../expect/fields.ts';
import { type Doubt, type Emit, explained, open } from '../judgement.ts';
import type { Known, Model, Sighting } from './model.ts';

const FIELDS = ['name', 'categoryId', 'status'] as const;

/** Every answer shows an animal with the same fields: those of its creation, else those of the first answer. */
export function judgeFields(model: Model, emit: Emit): void {
  const reads = groupBy(model.reads, ({ id }) => id);
  for (const known of model.animals.values())
    if (known.own === undefined) judgeForeign(known, model, emit);
    else judgeOwn(known, known.own, { model, reads: reads.get(known.id) ?? [] }, emit);
}

/** No operation changes a name or a category. Other clients may change a status, which some replicas show later. */
function judgeForeign(known: Known, model: Model, emit: Emit): void {
  const { id } = known;
  const [first, ...later] = known.sightings;
  if (first === undefined) return;
  for (const sighting of later) {
    const on = [first.exchange, sighting.exchange];
    const wrong = FIELDS.find((field) => differs(field, first.animal, sighting.animal));
    if (wrong === undefined) emit({ id: 'list.consistent', on });
    else
      emit({
        id: 'list.consistent',
        on,
        finding: inconsistency(id, wrong, first, sighting),
        doubt: wrong === 'status' ? changeOfForeign(sighting, known, model) : undefined,
        ...(wrong === 'status' ? { witness: [{ get: id }] } : {}),
      });
  }
}

/** A value that breaks the schema is reported by it. */
function differs(field: AnimalField, first: Animal, other: Animal): boolean {
  const [before, after] = [first[field], other[field]];
  if (before === undefined || after === undefined || before === after) return false;
  return field !== 'status' || (isStatus(before) && isStatus(after));
}

const isStatus = (status: unknown) => status === undefined || PET_STATUSES.some((known) => known === status);

function inconsistency(id: string, field: AnimalField, first: Sighting, other: Sighting): Finding {
  const [before, after] = shownFields(field, first.animal, other.animal);
  const numbers = { first: first.exchange.seq, last: other.exchange.seq };
  const values = { field, id, before, after, earlier: requestOf(first.exchange), ...numbers };
  return violation(other.exchange, 'field-inconsistent', values, first.exchange);
}

/** Another client may change a status once: it is as before until then, and never again since. */
function changeOfForeign(odd: Sighting, known: Known, model: Model): Doubt | undefined {
  const old = known.sightings[0]?.animal.status;
  const isShownAgain = known.sightings.some(
    ({ animal, exchange }) => exchange.seq > odd.exchange.seq && animal.status === old,
  );
  return isShownAgain ? flipDoubt(odd.exchange, known, model) : STATUS_MAY_CHANGE;
}

function judgeOwn(
  known: Known,
  own: Created,
  { model, reads }: { readonly model: Model; readonly reads: readonly SingleRead[] },
  emit: Emit,
): void {
  const { name, categoryId } = own.answered;
  const isText = !/\p{Surrogate}/u.test(own.exchange.sent.body ?? '') && !/\p{Surrogate}/u.test(own.sent.name ?? '');
  for (const sighting of known.sightings) {
    const { animal, exchange } = sighting;
    if (exchange.operation !== 'listPets' || exchange.sent.at < own.exchange.received.at) continue;
    const { answered } = own;
    // Nearly all: the rest of this takes a tenth of the time of judging a thorough run.
    const isSame = animal.name === name && animal.categoryId === categoryId && animal.status === answered.status;
    const wrong = isSame ? [] : FIELDS.filter((field) => (isText || field !== 'name') && !isKept(field, animal, own));
    judge('list.agrees-with-created', wrong, sighting);
  }
  if (name === undefined || categoryId === undefined) return;
  for (const { exchange, animal } of reads) {
    if (exchange.seq < own.exchange.seq || exchange.received.status !== 200) continue;
    const wrong = (['id', ...FIELDS] as const).filter(
      (field) =>
        animal?.[field] !== own.answered[field] &&
        (isText || field !== 'name') &&
        (field !== 'status' || isStatus(own.answered.status)),
    );
    judge('get.same-as-created', wrong, animal === undefined ? undefined : { animal, exchange }, exchange);
  }

  function judge(
    requirement: 'list.agrees-with-created' | 'get.same-as-created',
    wrong: readonly AnimalField[],
    sighting: Sighting | undefined,
    exchange = sighting?.exchange,
  ): void {
    if (exchange === undefined) return;
    const on = [own.exchange, exchange];
    const [field] = wrong;
    if (field === undefined) emit({ id: requirement, on });
    for (const one of wrong) {
      const isOfStatus = one === 'status' && sighting !== undefined;
      const doubt = isOfStatus ? changeOfOwn(own, sighting, known, model) : undefined;
      const finding = difference(requirement, one, own, sighting?.animal, exchange);
      emit({ id: requirement, on, finding, doubt, ...(isOfStatus ? { witness: [{ get: known.id }] } : {}) });
    }
  }
}

/** No status and the status null are the same here: the schema reports null. */
function isKept(field: AnimalField, listed: Animal, { sent, answered }: Created): boolean {
  const shown = listed[field] ?? undefined;
  return shown === (sent[field] ?? undefined) || shown === (answered[field] ?? undefined);
}

function difference(
  requirement: 'list.agrees-with-created' | 'get.same-as-created',
  field: AnimalField,
  { sent, answered, exchange }: Created,
  shown: Animal | undefined,
  on: Sighting['exchange'],
): Finding {
  const isList = requirement === 'list.agrees-with-created';
  const before = isList && typeof sent[field] === 'string' ? sent : answered;
  const [created, after] = shownFields(field, before, shown);
  const change = changeOf(before[field], shown?.[field]);
  if (isList) {
    const params = { field, id: answered.id ?? null, change, created, listed: after };
    return violation(on, 'listed-otherwise', params, exchange);
  }
  return violation(on, 'differs-from-created', { field, change, created, returned: after }, exchange);
}

/**
 * Whether another client may have changed the status of a created animal: answers showed the created one after its creation, and none from
 * this answer on.
 *
 * ```text
 * created available ── listed available ── read sold ── listed sold         someone may have sold it
 * created available ── read sold                                            it was never available
 * created available ── listed available ── read sold ── listed available    it is not sold
 * ```
 */
function changeOfOwn(own: Created, odd: Sighting, known: Known, model: Model): Doubt | undefined {
  if (doStatusesMove(model)) return STATUS_MAY_CHANGE;
  const old = own.answered.status;
  const shown = known.sightings.filter(({ animal, exchange }) => animal.status === old && exchange !== own.exchange);
  const isBefore = shown.some(({ exchange }) => exchange.seq < odd.exchange.seq);
  const isAfter = shown.some(({ exchange }) => exchange.seq > odd.exchange.seq);
  if (isBefore && !isAfter) return STATUS_MAY_CHANGE;
  const isOnceMore = isBefore || isFlipping(known, odd.exchange.operation);
  return isOnceMore ? flipDoubt(odd.exchange, known, model) : undefined;
}

const STATUS_MAY_CHANGE = explained(because('status-may-change'));

/** Whether answers to one operation have shown an animal with several statuses. */
export const isFlipping = ({ sightings }: Known, operation: string): boolean =>
  new Set(sightings.filter(({ exchange }) => exchange.operation === operation).map(({ animal }) => animal.status))
    .size > 1;

/**
 * Whether other clients change statuses, also back to the first: lists and gets have both shown some animal with several. A service that shows
 * wrong statuses in one way of reading does not do so in the other.
 */
export const doStatusesMove: (model: Model) => boolean = oncePer(({ animals }) =>
  ['listPets', 'getPet'].every((operation) => [...animals.values()].some((known) => isFlipping(known, operation))),
);

/** This many answers in the other way of reading show whether a status moves in the store, or only in one way of reading it. */
const OTHER_WAY = 3;

/** An answer whose status was another before, or is another again: if other clients change it, the other way of reading shows that, too. */
export function flipDoubt({ operation, seq }: Answered, { sightings }: Known, model: Model): Doubt | undefined {
  if (doStatusesMove(model)) return STATUS_MAY_CHANGE;
  const others = sightings.filter(
    ({ exchange }) => exchange.seq > seq && exchange.operation !== operation && exchange.operation !== 'createPet',
  );
  return others.length >= OTHER_WAY ? undefined : open(because('status-may-change'), Number.POSITIVE_INFINITY);
}
