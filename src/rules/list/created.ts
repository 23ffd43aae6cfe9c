import { isConfirmation, type Trace } from '../../exchange/index.ts';
import { type Animal, type AnimalField, type Created, type ListView, modelOf } from '../../store/index.ts';
import { nested } from '../../text/template.ts';
import { changeOf, shownFields } from '../create/fields.ts';
import { because, type Finding, notApplicable, outcomeOf, seenOnce, undecided, unsettled } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { changedSince, createdOf, lacksLateList, listsOf, mayBeChanged, noLateList } from '../seen.ts';

/**
 * A created animal is in the complete lists within the settle time, unless the page is full. If responses showed it and
 * the last list omits it, another client may have removed it, unless a later response shows it again.
 */
export const showsCreated: Rule = (_evidence, trace) => {
  const created = createdOf(trace).filter(({ answered }) => answered.id !== undefined);
  if (created.length === 0) return undecided(because('nothing-created'));
  const views = listsOf(trace).filter(({ exchange }) => exchange.key !== null);
  if (views.length > 0 && views.every(lacksIds)) return undecided(because('no-id-in-lists'));
  const findings: Finding[] = [];
  const doubts: Finding[] = [];
  const lags: Finding[] = [];
  let shown = 0;
  let early = 0;
  for (const one of created) {
    const later = views.filter(({ exchange }) => exchange.sent.at >= one.exchange.received.at);
    const whole = later.filter(({ status, full }) => status === undefined && !full);
    const last = whole.at(-1);
    const late = whole.find((view) => isSettled(view, one, trace) && !shows(view, one));
    if (last === undefined || shows(last, one)) {
      if (late !== undefined) (isFirstShownAfter(late, one, later) ? lags : doubts).push(absent(one, late));
      shown += later.some((view) => shows(view, one)) ? 1 : 0;
    } else if (!isSettled(last, one, trace)) {
      const after = later.filter(({ exchange }) => exchange.seq > last.exchange.seq);
      if (after.some((view) => shows(view, one))) shown += 1;
      else early += 1;
    } else (isRemovable(one, last, trace) ? doubts : findings).push(absent(one, last));
  }
  if (findings.length > 0) return outcomeOf(findings.slice(0, 5), created.length);
  if (early > 0 || (doubts.length + lags.length === 0 && lacksLateList(trace)))
    return unsettled(noLateList('no-late-list-for-created', trace));
  const isConfirmed = trace.exchanges.some(isConfirmation);
  const [doubt] = isConfirmed ? doubts : [...doubts, ...lags];
  if (doubt !== undefined) return seenOnce(doubt, created.length, isConfirmed);
  const [lag] = lags;
  if (lag !== undefined) return undecided(lagging(lag, trace), created.length);
  if (shown > 0) return outcomeOf([], shown);
  return views.some(({ full, limit }) => full && limit !== undefined)
    ? notApplicable(because('beyond-full-page'))
    : undecided(because('no-list-after-create'));
};

/** Whether no animal of a list has an id that can be read: `list.schema` reports it. */
const lacksIds = ({ animals }: ListView): boolean => animals.length > 0 && animals.every(({ id }) => id === undefined);

const isFirstShownAfter = (late: ListView, one: Created, lists: readonly ListView[]) =>
  !lists.some((view) => view.exchange.seq < late.exchange.seq && shows(view, one));

const lagging = (found: Finding, { head }: Trace) =>
  because('list-later-than-settle', { violation: nested(found), settle: head.settings.settleMs / 1_000 });

/** Shown before the list, and by nothing after it: another client may have removed it. */
function isRemovable({ answered: { id = '' } }: Created, { exchange }: ListView, trace: Trace): boolean {
  const seen = modelOf(trace.exchanges).sightings.get(id)?.slice(1) ?? [];
  return seen.length > 0 && seen.every((sighting) => sighting.exchange.sent.at < exchange.received.at);
}

/**
 * An animal in a list has the name, categoryId and status of its creation, as sent or as returned, in every list.
 * Another client may change a status, but not back and forth.
 */
export const agreesWithCreated: Rule = (_evidence, trace) => {
  const created = createdOf(trace);
  if (created.length === 0) return undecided(because('nothing-created'));
  const findings: Finding[] = [];
  const doubts: Finding[] = [];
  let subjects = 0;
  const views = listsOf(trace);
  if (views.length > 0 && views.every(lacksIds)) return undecided(because('no-id-in-lists'));
  for (const one of created) {
    const wrong = new Map<string, Finding>();
    for (const view of views) {
      if (view.exchange.sent.at < one.exchange.received.at) continue;
      const listed = view.animals.find(({ id }) => id !== undefined && id === one.answered.id);
      if (listed === undefined) continue;
      subjects += 1;
      for (const field of ['name', 'categoryId', 'status'] as const) {
        if (isKept(field, listed, one)) continue;
        const isDoubtful = field === 'status' && mayBeChanged(one, { animal: listed, exchange: view.exchange }, trace);
        if (isDoubtful) doubts.push(changed(field, listed, one, view));
        else wrong.set(field, changed(field, listed, one, view));
      }
    }
    findings.push(...wrong.values());
  }
  const [doubt] = doubts;
  if (findings.length === 0 && doubt !== undefined) return changedSince(doubt, subjects, trace);
  if (subjects > 0) return outcomeOf(findings.length > 0 ? [...doubts, ...findings].slice(-8) : [], subjects);
  return views.some(({ full, limit }) => full && limit !== undefined)
    ? notApplicable(because('beyond-full-page'))
    : undecided(because('created-in-no-list'));
};

/** No status and the status null are the same: the schema rule reports null. */
function isKept(field: AnimalField, listed: Animal, { sent, answered }: Created): boolean {
  const shown = listed[field] ?? undefined;
  return shown === (sent[field] ?? undefined) || shown === (answered[field] ?? undefined);
}

function changed(field: AnimalField, listed: Animal, { sent, answered, exchange }: Created, view: ListView): Finding {
  const before = typeof sent[field] === 'string' ? sent : answered;
  const [created, seen] = shownFields(field, before, listed);
  const change = changeOf(before[field], listed[field]);
  const shown = { field, id: answered.id ?? null, change, created, listed: seen };
  return violation(view.exchange, 'listed-otherwise', shown, exchange);
}

const shows = (view: ListView, one: Created) =>
  view.exchange.sent.at >= one.exchange.received.at && view.animals.some(({ id }) => id === one.answered.id);

const isSettled = (view: ListView, one: Created, trace: Trace) =>
  view.exchange.sent.at >= one.exchange.received.at + trace.head.settings.settleMs;

function absent(one: Created, view: ListView): Finding {
  const seconds = Math.round((view.exchange.sent.at - one.exchange.received.at) / 100) / 10;
  const shown = { id: one.answered.id ?? null, items: view.items, seconds };
  return violation(view.exchange, 'created-not-listed', shown, one.exchange);
}
