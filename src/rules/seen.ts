import { isAnswered, isConfirmation, oncePer, type Trace } from '../exchange/index.ts';
import { type Created, knownIds, type ListView, modelOf, type Sighting, unfiltered } from '../store/index.ts';
import { nested } from '../text/template.ts';
import { because, type Finding, type Outcome, type Reason, undecided, unsettled } from './outcome.ts';
import { requestOf } from './rule.ts';

/** What a run showed of the store, read once for all rules: a trace that is judged no longer grows. */
export const listsOf = ({ exchanges }: Trace): readonly ListView[] => modelOf(exchanges).lists;

/** Lists over the complete store, with no status filter. */
export const wholeListsOf: (trace: Trace) => readonly ListView[] = oncePer((trace) => unfiltered(listsOf(trace)));

export const createdOf = ({ exchanges }: Trace): readonly Created[] => modelOf(exchanges).created;

export const idsOf: (trace: Trace) => readonly string[] = oncePer(({ exchanges }) => knownIds(exchanges));

/**
 * Whether another client may have changed the status of a created animal: responses showed the returned one after the
 * creation, and none from this response on.
 *
 * ```text
 * created available ── listed available ── read sold ── listed sold         someone may have sold it
 * created available ── read sold                                            it was never available
 * created available ── listed available ── read sold ── listed available    it is not sold
 * ```
 */
export function mayBeChanged(one: Created, later: Sighting, trace: Trace): boolean {
  if (later.animal.status === undefined) return false;
  const asCreated = shownAsCreated(one, trace);
  if (asCreated.length > 0) return asCreated.every(({ exchange }) => exchange.received.at <= later.exchange.sent.at);
  const isEarly = later.exchange.sent.at < one.exchange.received.at + trace.head.settings.settleMs;
  return !isEarly && someChanged(trace);
}

/** The responses after its creation that showed the returned status. */
function shownAsCreated({ exchange, answered }: Created, { exchanges }: Trace): Sighting[] {
  const seen = modelOf(exchanges).sightings.get(answered.id ?? '') ?? [];
  return seen.filter((one) => one.exchange !== exchange && one.animal.status === answered.status);
}

/** Whether another animal of the run was shown as created, and then only with another status. */
const someChanged: (trace: Trace) => boolean = oncePer((trace) => {
  const { created, sightings } = modelOf(trace.exchanges);
  return created.some((one) => {
    const last = sightings.get(one.answered.id ?? '')?.at(-1)?.animal.status;
    return last !== undefined && last !== one.answered.status && shownAsCreated(one, trace).length > 0;
  });
});

/** Such a violation, which a later list may show to be one. */
export function changedSince(found: Finding, subjects: number, { exchanges }: Trace): Outcome {
  const reason = because('status-changed-since', { violation: nested(found) });
  return exchanges.some(isConfirmation) ? undecided(reason, subjects) : unsettled(reason, subjects);
}

/** Why no list shows late effects: none was sent after the settle time, or the service failed to return it. */
export function noLateList(code: 'no-late-list' | 'no-late-list-for-created', trace: Trace): Reason {
  const last = lastCreate(trace);
  const failed = trace.exchanges
    .filter(isAnswered)
    .findLast(
      ({ operation, sent, received }) =>
        operation === 'listPets' && received.status >= 500 && sent.at >= last + trace.head.settings.settleMs,
    );
  if (failed === undefined) return because(code);
  const seconds = Math.round((failed.sent.at - last) / 100) / 10;
  return because('late-list-failed', { request: requestOf(failed), seconds, status: failed.received.status });
}

const lastCreate = ({ exchanges }: Trace): number =>
  Math.max(
    ...exchanges
      .filter((exchange) => exchange.operation === 'createPet' && !isConfirmation(exchange))
      .map(({ received }) => received.at),
  );

/**
 * Whether late effects may still appear: a complete list after the settle time would show them, and none was sent yet.
 * Full pages without the animals of this run show nothing.
 */
export function lacksLateList(trace: Trace): boolean {
  const last = lastCreate(trace);
  const own = new Set(createdOf(trace).map(({ answered }) => answered.id));
  const telling = wholeListsOf(trace).filter(
    ({ plain, full, animals }) => plain && (!full || animals.some(({ id }) => own.has(id))),
  );
  const { settleMs } = trace.head.settings;
  return telling.length > 0 && telling.every(({ exchange }) => exchange.sent.at < last + settleMs);
}
