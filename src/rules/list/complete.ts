import type { Answered, Trace } from '../../exchange/index.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import { type Animal, isSame, type ListView, unfiltered } from '../../store/index.ts';
import { askAgain, type Finding, notApplicable, outcomeOf, undecided } from '../outcome.ts';
import { describe, excerpt, type Rule } from '../rule.ts';
import { createdOf, listsOf } from '../seen.ts';

interface Witness {
  readonly animal: Animal;
  /** The exchange that showed it. */
  readonly seq: number;
  /** When it was known, and from when on every list must show it. */
  readonly at: number;
  readonly settled: number;
}

/**
 * An animal known to have status S is in the list for S, unless that list is a full page. Only lists sent after it was known
 * are held against it, and only the latest of those; within the settle time of a create, a list that leaves it out is asked again.
 */
export const filterComplete: Rule = (_evidence, trace) => {
  const views = listsOf(trace);
  const findings: Finding[] = [];
  let subjects = 0;
  let full = 0;
  let early = 0;
  const known = witnesses(views, trace);
  for (const status of PET_STATUSES) {
    const lists = views.filter((view) => view.status === status && (view.limit ?? 0) > 0 && view.exchange.key !== null);
    full += lists.filter((view) => view.full).length;
    for (const witness of known) {
      if (witness.animal.status !== status) continue;
      const list = lists.filter((view) => !view.full && view.exchange.sent.at >= witness.at).at(-1);
      if (list === undefined) continue;
      subjects += 1;
      if (list.animals.some((animal) => isSame(animal, witness.animal))) continue;
      if (list.exchange.sent.at < witness.settled) early += 1;
      else findings.push(missing(witness, list, status));
    }
  }
  if (findings.length === 0 && early > 0)
    return askAgain(
      'an animal is not in the filtered list yet, and the settle time since its first sight had not passed',
      subjects,
    );
  if (subjects > 0) return outcomeOf(findings.slice(0, 5), subjects);
  if (full > 0)
    return notApplicable(
      'every filtered list is a full page: an animal may lie beyond it, and the document has no page controls',
    );
  return undecided('no animal with a known status was there before a filtered list was sent');
};

/**
 * Animals whose status is known: created so, or seen so in the latest unfiltered list that could show them. Each is settled
 * one settle time after its first sight, so that an index which lags behind is given its time.
 */
function witnesses(views: readonly ListView[], trace: Trace): Witness[] {
  const { settleMs } = trace.head.settings;
  const known = new Map<string, Witness>();
  const since = new Map<string, number>();
  const see = (animal: Animal, exchange: Answered) => {
    if (animal.id === undefined) return;
    const { at } = exchange.received;
    since.set(animal.id, since.get(animal.id) ?? at);
    const before = known.get(animal.id);
    const same = before?.animal.status === animal.status ? before : undefined;
    // Another status is another witness, and comes after those that are known so far.
    if (same === undefined) known.delete(animal.id);
    const settled = (since.get(animal.id) ?? at) + settleMs;
    known.set(animal.id, { animal, seq: exchange.seq, at: same?.at ?? at, settled });
  };
  for (const { exchange, answered } of createdOf(trace)) see(answered, exchange);
  for (const view of unfiltered(views)) {
    const shown = new Set(view.animals.map(({ id }) => id));
    if (!view.full)
      for (const [id, { settled }] of known) if (!shown.has(id) && settled < view.exchange.sent.at) known.delete(id);
    for (const animal of view.animals) see(animal, view.exchange);
  }
  return [...known.values()];
}

function missing({ animal, seq }: Witness, list: ListView, status: string): Finding {
  return {
    message: `${describe(list.exchange)} leaves out an animal that is ${status}`,
    expected: `id ${animal.id ?? '?'} (${JSON.stringify(excerpt(animal.name ?? '', 60))}) in the list`,
    actual: `not among its ${list.items} animals, and the page of ${list.limit ?? '?'} is not full`,
    exchanges: [seq, list.exchange.seq],
  };
}
