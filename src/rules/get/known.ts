import type { Answered, Trace } from '../../exchange/index.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import {
  type Animal,
  type AnimalField,
  animalIn,
  type Created,
  decoded,
  droppedIds,
  isExplored,
  keepsLength,
  modelOf,
  type SingleRead,
} from '../../store/index.ts';
import { changeOf, shownField, shownFields } from '../create/fields.ts';
import { because, type Finding, outcomeOf, seenOnce, undecided, unsettled } from '../outcome.ts';
import { isOtherSpelling } from '../rate/scheme.ts';
import { type Rule, violation } from '../rule.ts';
import { changedSince, createdOf, mayBeChanged, wholeListsOf } from '../seen.ts';

/** The id in the path of a get: digits, which URLs never escape. */
function askedId(exchange: Answered): string {
  return exchange.sent.path.slice('/pets/'.length);
}

/** A known id returns 200 and that animal. A created animal may need the settle time to be visible. */
export const servesKnown: Rule = (evidence, trace) => {
  const latest = latestById(evidence.filter((exchange) => !isSchemeRefusal(exchange)));
  // Another animal is wrong, whatever a later response shows.
  const findings = evidence.flatMap((exchange) => anotherAnimal(exchange) ?? []);
  let early = false;
  for (const exchange of latest) {
    if (exchange.received.status === 200) continue;
    if (isTooEarly(exchange, trace)) early = true;
    else findings.push(violation(exchange, 'known-id-refused', {}));
  }
  if (findings.length === 0 && early) return unsettled(because('created-not-found-yet'), latest.length);
  return outcomeOf(findings, latest.length);
};

function anotherAnimal(exchange: Answered): Finding | undefined {
  if (exchange.received.status !== 200) return undefined;
  const animal = animalIn(exchange);
  const asked = askedId(exchange);
  if (animal?.id === asked) return undefined;
  return violation(exchange, 'wrong-animal', { asked, returned: shownField('id', animal) });
}

/** Not found, and the latest list of the complete store does not show it: another client removed it. */
export function isGone(exchange: Answered, trace: Trace): boolean {
  if (![404, 410].includes(exchange.received.status)) return false;
  const id = askedId(exchange);
  if (createdOf(trace).some(({ answered }) => answered.id === id)) return false;
  const asked = trace.exchanges.find(
    ({ operation, sent }) => operation === 'getPet' && sent.path === exchange.sent.path,
  );
  const latest = wholeListsOf(trace).findLast((view) => !view.full);
  return (
    latest !== undefined &&
    latest.exchange.seq > (asked ?? exchange).seq &&
    latest.animals.every((animal) => animal.id !== id)
  );
}

/** `bearer` was refused: auth.scheme-case reports that, and the plain version of the probe decides here. */
function isSchemeRefusal(exchange: Answered): boolean {
  return [401, 403].includes(exchange.received.status) && isOtherSpelling(exchange);
}

function latestById(evidence: readonly Answered[]): Answered[] {
  return [...new Map(evidence.map((exchange) => [askedId(exchange), exchange])).values()];
}

/** Not found within the settle time of its creation: that may still change. */
export function isTooEarly(exchange: Answered, trace: Trace): boolean {
  return exchange.received.status === 404 && sinceCreated(exchange, trace) < trace.head.settings.settleMs;
}

/** Milliseconds between the creation of the animal and the get; infinite for an animal that existed before. */
function sinceCreated(exchange: Answered, trace: Trace): number {
  const one = createdOf(trace).find(({ answered }) => answered.id === askedId(exchange));
  return one === undefined ? Number.POSITIVE_INFINITY : exchange.sent.at - one.exchange.received.at;
}

/** A get returns what the create returned, digit for digit. */
export const sameAsCreated: Rule = (evidence, trace) => {
  const findings: Finding[] = [];
  const doubts: Finding[] = [];
  let subjects = 0;
  const { reads } = modelOf(trace.exchanges);
  for (const one of createdOf(trace)) {
    if (one.answered.name === undefined || one.answered.categoryId === undefined) continue;
    for (const { exchange, id, animal } of reads) {
      if (exchange.received.status !== 200 || id !== one.answered.id || exchange.seq < one.exchange.seq) continue;
      subjects += 1;
      for (const field of ['id', 'name', 'categoryId', 'status'] as const) {
        if (animal?.[field] === one.answered[field] || (field === 'status' && isWrongStatus(one.answered))) continue;
        const isDoubtful = field === 'status' && animal !== undefined && mayBeChanged(one, { animal, exchange }, trace);
        (isDoubtful ? doubts : findings).push(
          violation(exchange, 'differs-from-created', changed(field, one.answered, animal), one.exchange),
        );
      }
    }
  }
  const [doubt] = doubts;
  if (findings.length === 0 && doubt !== undefined) return changedSince(doubt, subjects, trace);
  if (subjects > 0) return outcomeOf(findings.length > 0 ? [...findings, ...doubts] : [], subjects);
  const reason = because('no-created-read');
  return evidence.some((exchange) => isTooEarly(exchange, trace)) ? unsettled(reason) : undecided(reason);
};

/** The schema rule reports it. */
const isWrongStatus = ({ status }: Animal): boolean =>
  status !== undefined && !PET_STATUSES.some((known) => known === status);

function changed(field: AnimalField, created: Animal, read: Animal | undefined) {
  const [before, returned] = shownFields(field, created, read);
  return { field, change: changeOf(created[field], read?.[field]), created: before, returned };
}

/**
 * A known id that is not found although responses before and after it show the animal. One such response may have a
 * cause of its own. Two of them, for any ids, have none, nor have animals of this run that vanish one after the other.
 */
export function foundBetween(rule: Rule): Rule {
  return (evidence, trace) => {
    const outcome = rule(evidence, trace);
    if (outcome.kind === 'not-applicable' || outcome.kind === 'observed') return outcome;
    const { subjects = 0 } = outcome;
    const lost = modelOf(trace.exchanges).reads.filter((read) => isLostBetween(read, trace));
    const gone = [...new Set([...vanished(trace), ...evicted(trace)])];
    const findings = [
      ...lost.map(({ exchange }) => violation(exchange, 'temporarily-not-found', {})),
      ...gone.map(({ exchange }) => violation(exchange, 'no-longer-found', {})),
    ];
    if (findings.length > 1) {
      const isLost = new Set([...lost, ...gone].map(({ exchange }) => exchange.seq));
      const others =
        outcome.kind === 'broken' ? outcome.findings.filter(({ exchanges }) => !isLost.has(exchanges.at(-1) ?? 0)) : [];
      return { kind: 'broken', findings: [...others, ...findings], subjects, recurs: true };
    }
    const [first] = findings;
    return first === undefined || outcome.kind !== 'holds' ? outcome : seenOnce(first, subjects, true);
  };
}

/** Another client, or a restart that loses the store, may explain fewer. */
const VANISHED = 3;

/**
 * Animals of this run that were shown and are no longer found, if there are at least three, and a restart does not
 * explain all of them. No operation of the specification removes an animal, and a restart takes all at once: those since
 * a backup, or all before it.
 *
 *   created A, B, C, D; a list shows them; GET A, B, C ──► 404; GET D ──► 200   failed: a restart that loses A to C loses the newer D, too
 */
function vanished(trace: Trace): SingleRead[] {
  const { created, reads, sightings } = modelOf(trace.exchanges);
  const shown = ({ answered: { id = '' } }: Created) => sightings.get(id)?.at(-1)?.exchange.received.at ?? Infinity;
  const gone = created.flatMap((one) => {
    const last = shown(one);
    const lost = reads.filter(
      ({ id, exchange }) =>
        id === one.answered.id && [404, 410].includes(exchange.received.status) && exchange.sent.at >= last,
    );
    const [first] = lost;
    const settled = lost.find(({ exchange }) => exchange.sent.at >= last + trace.head.settings.settleMs);
    return first === undefined || settled === undefined ? [] : [{ one, read: settled, since: first.exchange, last }];
  });
  const earliest = Math.min(...gone.map(({ since }) => since.received.at));
  const isOneByOne = gone.some(({ last }) => last >= earliest);
  const keepsNewer = gone.some(({ one, since, last }) =>
    created.some(
      (newer) =>
        newer.exchange.sent.at >= one.exchange.received.at &&
        newer.exchange.received.at <= last &&
        shown(newer) > since.received.at,
    ),
  );
  return gone.length >= VANISHED && (isOneByOne || keepsNewer) ? gone.map(({ read }) => read) : [];
}

/**
 * Animals that lists of the complete store no longer show, and that are not found either, if there are at least three, all that were
 * asked for, and the lists keep their length while animals are created. A page of that length would still find them.
 */
function evicted(trace: Trace): SingleRead[] {
  const { created, reads, lists } = modelOf(trace.exchanges);
  const dropped = droppedIds(lists);
  const lastShown = (wanted: string) =>
    lists.findLast(({ animals }) => animals.some(({ id }) => id === wanted))?.exchange.received.at ?? Infinity;
  const asked = reads.filter(({ id, exchange }) => dropped.includes(id) && exchange.sent.at >= lastShown(id));
  const lost = asked.filter(({ exchange }) => [404, 410].includes(exchange.received.status));
  const isEnough = new Set(lost.map(({ id }) => id)).size >= VANISHED && lost.length === asked.length;
  return isEnough && keepsLength(lists, created) ? lost : [];
}

function isLostBetween({ exchange, id }: SingleRead, trace: Trace): boolean {
  if (![404, 410].includes(exchange.received.status)) return false;
  const sightings = modelOf(trace.exchanges).sightings.get(id) ?? [];
  const since = sightings[0]?.exchange.received.at ?? Number.POSITIVE_INFINITY;
  const isKnown = since + trace.head.settings.settleMs <= exchange.sent.at;
  return isKnown && sightings.some((after) => after.exchange.sent.at >= exchange.received.at);
}

/** Judges unknown ids by `rule`. Text that is not an id may be refused otherwise, but returns no animal. */
export function notFound(rule: Rule): Rule {
  return (evidence, trace) => {
    const outcome = rule(
      evidence.filter(({ probe }) => probe === 'get.not-found' || isExplored({ probe })),
      trace,
    );
    const findings = evidence.flatMap((exchange) => wronglyShown(exchange) ?? []);
    if (findings.length === 0) return outcome;
    return outcomeOf([...(outcome.kind === 'broken' ? outcome.findings : []), ...findings], evidence.length);
  };
}

/** An unusual spelling of an id may be read (`007`). Digits followed by other characters are not one. */
export function wronglyShown(exchange: Answered): Finding | undefined {
  const { operation, received, key } = exchange;
  if (operation !== 'getPet' || received.status !== 200 || key === null) return undefined;
  const [path = ''] = askedId(exchange).split('?');
  const text = decoded(path).trim();
  const asked = /^[+-]?\d+(?:\.0+)?$/.test(text) ? BigInt(text.replace(/\.0+$|^\+/g, '')) : undefined;
  const id = animalIn(exchange)?.id;
  if (asked !== undefined && id !== undefined && asked === BigInt(id)) return undefined;
  const returned = id ?? 'none';
  return asked === undefined
    ? violation(exchange, 'animal-for-no-id', { returned })
    : violation(exchange, 'wrong-animal', { asked: String(asked), returned });
}
