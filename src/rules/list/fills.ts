import type { Answered, Trace } from '../../exchange/index.ts';
import { PAGE } from '../../spec/operations.ts';
import { type ListView, listView, queryOf } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { createdOf, listsOf, wholeListsOf } from '../seen.ts';

/**
 * When at least k matching animals are known to exist, `limit=k` returns k: the limit is applied after the filter, not before. Other clients
 * add and remove animals: an animal counts if a list showed it one settle time before, and a later one, if there is any, shows it still.
 */
export const fillsPage: Rule = (evidence, trace) => {
  const asked = evidence.flatMap((exchange) => (isAsked(exchange) ? (listView(exchange) ?? []) : []));
  const compared = asked.map((view) => compare(view, known(view, trace).filter(isThere(view, trace))));
  const possible = asked.map((view) =>
    compare(
      view,
      known(view, trace).filter((one) => isThere(view, trace)(one) || isOpen(view, trace)(one)),
    ),
  );
  const findings = compared.flatMap(({ short }) => short);
  const early = possible.filter(({ short }) => short.length > 0);
  const subjects = possible.filter(({ expected }) => expected > 0).length;
  if (findings.length === 0 && early.length > 0)
    return unsettled(
      'a page seems not full, and the settle time since the first sight of its animals had not passed',
      early.length,
    );
  if (subjects === 0) return undecided('no animal was known for the settle time before a list with a limit');
  return outcomeOf(findings.slice(-5), subjects);
};

function isAsked(exchange: Answered): boolean {
  return exchange.key !== null && listView(exchange)?.limit !== undefined && queryOf(exchange).has('limit');
}

/** An animal that some list showed to match. */
interface Sighting {
  /** When it was first known, in milliseconds since 1970. */
  readonly since: number;
  /** The last exchange that showed it. */
  readonly last: number;
}

/** Without what this run created at the time of the list or later. */
function known(view: ListView, trace: Trace): Sighting[] {
  const created = new Map(createdOf(trace).map(({ answered, exchange }) => [answered.id, exchange.received.at]));
  const sightings = new Map<string, Sighting>();
  for (const { animals, exchange } of listsOf(trace)) {
    if (exchange.key === null) continue;
    for (const { id, status } of animals) {
      if (id === undefined || (view.status !== undefined && status !== view.status)) continue;
      const since = sightings.get(id)?.since ?? created.get(id) ?? exchange.received.at;
      sightings.set(id, { since, last: exchange.seq });
    }
  }
  const isLate = (id: string) => (created.get(id) ?? 0) + trace.head.settings.settleMs > view.exchange.sent.at;
  return [...sightings].flatMap(([id, sighting]) => (isLate(id) ? [] : [sighting]));
}

/** Known since the settle time at least, and shown by a later list too. */
function isThere({ exchange }: ListView, trace: Trace) {
  return ({ since, last }: Sighting) => since + trace.head.settings.settleMs <= exchange.sent.at && last > exchange.seq;
}

/** Whether it was there is not known so far: it was new, or no later list of the whole store can show it. */
function isOpen({ exchange }: ListView, trace: Trace) {
  const isShown = wholeListsOf(trace).some(
    (later) => later.exchange.seq > exchange.seq && (!later.full || later.limit === PAGE.maximum),
  );
  return ({ since, last }: Sighting) =>
    since + trace.head.settings.settleMs > exchange.sent.at || (!isShown && last <= exchange.seq);
}

function compare({ exchange, items, limit = 0 }: ListView, there: readonly Sighting[]) {
  const expected = Math.min(limit, there.length);
  if (items >= expected) return { expected, short: [] };
  const finding: Finding = {
    message: describe(exchange),
    expected: `${expected} animals: the limit is ${limit}, and ${there.length} that match were seen`,
    actual: `${items} animals`,
    exchanges: [...new Set(there.map(({ last }) => last).filter((seq) => seq !== exchange.seq)), exchange.seq],
  };
  return { expected, short: [finding] };
}
