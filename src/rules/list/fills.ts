import { type Answered, oncePer, type Trace } from '../../exchange/index.ts';
import { PAGE } from '../../spec/operations.ts';
import { type ListView, listView, queryOf } from '../../store/index.ts';
import { because, type Finding, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { createdOf, listsOf, wholeListsOf } from '../seen.ts';

/**
 * If at least k matching animals exist, `limit=k` returns k: the limit is applied after the filter, not before. Other
 * clients add and remove animals, so an animal counts if it was known one settle time before, and a later list still
 * shows it.
 */
export const fillsPage: Rule = (evidence, trace) => {
  const asked = evidence.flatMap((exchange) => (isAsked(exchange) ? (listView(exchange) ?? []) : []));
  const compared = asked.map((view) => {
    const all = known(view, trace);
    const isCertain = isThere(view, trace);
    const there = all.filter(isCertain);
    const open = all.filter((one) => !isCertain(one)).filter(isOpen(view, trace));
    const pageOf = (count: number) => Math.min(view.limit ?? 0, count);
    return { view, there, wanted: pageOf(there.length), possible: pageOf(there.length + open.length) };
  });
  const short = compared.filter(({ view, wanted }) => view.items < wanted);
  const early = compared.filter(({ view, possible }) => view.items < possible);
  const subjects = compared.filter(({ possible }) => possible > 0).length;
  if (short.length === 0 && early.length > 0) return unsettled(because('page-too-early'), early.length);
  if (subjects === 0) return undecided(because('no-known-animal-limited'));
  const findings = short.slice(-5).map(({ view, there, wanted }) => shortPage(view, there, wanted));
  return outcomeOf(findings, subjects);
};

function isAsked(exchange: Answered): boolean {
  return exchange.key !== null && listView(exchange)?.limit !== undefined && queryOf(exchange).has('limit');
}

/** An animal in a list that matches. */
interface Sighting {
  /** When it was first known, in milliseconds since 1970. */
  readonly since: number;
  /** The last exchange that showed it. */
  readonly last: number;
}

const createdAt = oncePer(
  (trace: Trace) => new Map(createdOf(trace).map(({ answered, exchange }) => [answered.id, exchange.received.at])),
);

/** The animals in all lists, by status and id; those under `undefined` have any status. */
const sightingsOf = oncePer((trace: Trace) => {
  const byStatus = new Map<string | null | undefined, Map<string, Sighting>>();
  for (const { animals, exchange } of listsOf(trace)) {
    if (exchange.key === null) continue;
    for (const { id, status } of animals) {
      if (id === undefined) continue;
      for (const filter of [undefined, status]) {
        const sightings = byStatus.get(filter) ?? new Map<string, Sighting>();
        const since = sightings.get(id)?.since ?? createdAt(trace).get(id) ?? exchange.received.at;
        byStatus.set(filter, sightings.set(id, { since, last: exchange.seq }));
      }
    }
  }
  return byStatus;
});

/** Without animals that this run created less than the settle time before the list, or later. */
function known({ status, exchange }: ListView, trace: Trace): Sighting[] {
  const isLate = (id: string) => (createdAt(trace).get(id) ?? 0) + trace.head.settings.settleMs > exchange.sent.at;
  return [...(sightingsOf(trace).get(status) ?? [])].flatMap(([id, sighting]) => (isLate(id) ? [] : [sighting]));
}

/** Known for at least the settle time, and shown by a later list too. */
function isThere({ exchange }: ListView, trace: Trace) {
  return ({ since, last }: Sighting) => since + trace.head.settings.settleMs <= exchange.sent.at && last > exchange.seq;
}

/** Whether its existence is still unknown: it was new, or no later list of the complete store can show it. */
function isOpen({ exchange }: ListView, trace: Trace) {
  const canBeShown = wholeListsOf(trace).some(
    (later) => later.exchange.seq > exchange.seq && (!later.full || later.limit === PAGE.maximum),
  );
  return ({ since, last }: Sighting) =>
    since + trace.head.settings.settleMs > exchange.sent.at || (!canBeShown && last <= exchange.seq);
}

function shortPage(
  { exchange, items, limit = 0, status }: ListView,
  there: readonly Sighting[],
  wanted: number,
): Finding {
  const shown = { items, limit, matching: there.length, wanted, filter: status ?? null };
  const others = new Set(there.map(({ last }) => last).filter((seq) => seq !== exchange.seq));
  return { ...violation(exchange, 'short-page', shown), exchanges: [...others, exchange.seq] };
}
