import { type Answered, type Exchange, isAnswered, isConfirmation, oncePer, type Trace } from '../../exchange/index.ts';
import { type Animal, isRefused, type ListView, markIn, markSent, timesStored } from '../../store/index.ts';
import { because, type Finding, notApplicable, type Outcome, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { excerpt, type Rule, violation } from '../rule.ts';
import { createdOf, lacksLateList, listsOf, noLateList, wholeListsOf } from '../seen.ts';

/**
 * No later list shows an animal of a refused create, whose name and category no other client sends. Lists prove this
 * only if they show animals that were created at the same time. If the lists of a store are full pages without these,
 * nothing can prove it, as there are no page controls.
 * @param isMeant the creates that the requirement is about
 */
export function refusedNotStored(isMeant: (exchange: Exchange) => boolean): Rule {
  return (_evidence, trace) => {
    const refused = trace.exchanges.filter(isAnswered).filter((exchange) => isMeant(exchange) && isRefused(exchange));
    const findings = refused.flatMap((exchange) => storedFinding(exchange, trace) ?? []);
    if (findings.length > 0) return outcomeOf(findings, refused.length);
    if (refused.length === 0) return undecided(because('no-create-refused'));
    // A refused create that is repeated to confirm its response comes after the last list.
    const first = refused.filter((exchange) => !isConfirmation(exchange));
    return controlProblem(first, trace) ?? outcomeOf([], refused.length);
  };
}

function storedFinding(exchange: Answered, trace: Trace): Finding | undefined {
  const signs = signsOf(exchange, trace);
  if (signs.length === 0) return undefined;
  for (const [view, listed] of signsByList(trace)) {
    if (view.exchange.sent.at < exchange.received.at) continue;
    const stored = signs.map((sign) => listed.get(sign)).find((animal) => animal !== undefined);
    if (stored === undefined) continue;
    const { id = null, name = '' } = stored;
    const shown = { list: view.exchange.sent.path, id, name: excerpt(name, 60) };
    return { ...violation(exchange, 'refused-but-stored', shown), exchanges: [exchange.seq, view.exchange.seq] };
  }
  return undefined;
}

/**
 * Identifies the animal of a refused create: by the run's words in the sent text, or by the probe's own category, which
 * no other create sent and no earlier list showed (one probe takes a category from a list).
 */
function signsOf(exchange: Exchange, trace: Trace): string[] {
  const { tag, categories } = trace.head.settings;
  const mark = markSent(exchange, tag);
  const number = /"name"\s*:\s*(\d{10})\b/.exec(exchange.sent.body ?? '')?.[1];
  const category = categoryIn(exchange);
  const isOwn = timesSent(trace).get(category) === 1 && !wasListed(category, exchange, trace);
  return [
    ...(mark !== undefined && timesStored(trace).get(mark) === 0 ? [`mark ${mark}`] : []),
    ...(number === undefined ? [] : [`name ${number}`]),
    ...(category !== undefined && isOwn && categories === null ? [`category ${category}`] : []),
  ];
}

function wasListed(category: string | undefined, { sent }: Exchange, trace: Trace): boolean {
  return listsOf(trace).some(
    ({ exchange, animals }) =>
      exchange.received.at <= sent.at && animals.some(({ categoryId }) => categoryId === category),
  );
}

/** A probe's own category has ten digits, the first of them 1. We wrote the body, so its text is searched. */
const categoryIn = ({ sent }: Exchange) => /"categoryId"\s*:\s*(1\d{9})(?![\d.eE])/.exec(sent.body ?? '')?.[1];

/** The number of bodies that have each of these numbers, in any place and spelling. */
const timesSent: (trace: Trace) => ReadonlyMap<string | undefined, number> = oncePer(({ exchanges }) => {
  const times = new Map<string | undefined, number>();
  for (const { sent } of exchanges)
    for (const number of new Set(sent.body?.match(/(?<!\d)1\d{9}(?!\d)/g)))
      times.set(number, (times.get(number) ?? 0) + 1);
  return times;
});

const signsByList: (trace: Trace) => ReadonlyMap<ListView, ReadonlyMap<string, Animal>> = oncePer(
  (trace) => new Map(listsOf(trace).map((view) => [view, signsIn(view, trace.head.settings.tag)])),
);

/** The animals of a list, by what may identify a refused create. */
function signsIn({ animals }: ListView, tag: string): ReadonlyMap<string, Animal> {
  const signs = new Map<string, Animal>();
  for (const animal of animals) {
    const { name = '', categoryId = '' } = animal;
    const mark = markIn(name, tag);
    if (mark !== undefined) signs.set(`mark ${mark}`, animal);
    if (TEN_DIGITS.test(name)) signs.set(`name ${name}`, animal);
    if (TEN_DIGITS.test(categoryId)) signs.set(`category ${categoryId}`, animal);
  }
  return signs;
}

const TEN_DIGITS = /^\d{10}$/;

/** Undefined if a list, sent after the settle time, would have shown the refused animals. */
function controlProblem(refused: readonly Answered[], trace: Trace): Outcome | undefined {
  if (lacksLateList(trace)) return unsettled(noLateList('no-late-list', trace));
  const last = Math.max(...refused.map(({ received }) => received.at));
  const later = new Set(
    createdOf(trace).flatMap(({ exchange, answered }) => (exchange.sent.at >= last ? (answered.id ?? []) : [])),
  );
  const whole = wholeListsOf(trace).filter(({ exchange }) => exchange.sent.at >= last);
  const settled = (view: ListView) => view.exchange.sent.at >= last + trace.head.settings.settleMs;
  const shows = (view: ListView) => view.animals.some(({ id }) => id !== undefined && later.has(id));
  if (whole.some((view) => settled(view) && (shows(view) || (!view.full && view.items > 0)))) return undefined;
  if (whole.length === 0) return undecided(because('no-list-after-refusals'));
  if (whole.some(({ full }) => !full)) return unsettled(because('created-not-visible'));
  return notApplicable(because('beyond-full-page'));
}
