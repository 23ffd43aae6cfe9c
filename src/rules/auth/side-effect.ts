import { type Exchange, oncePer, type Trace } from '../../exchange/index.ts';
import type { Animal, ListView } from '../../store/index.ts';
import { type Finding, notApplicable, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { describe, excerpt, type Rule } from '../rule.ts';
import { createdOf, listsOf } from '../seen.ts';

/**
 * No animal of a refused create is in a list that was sent afterwards. Lists prove this only where they show what was created with
 * success at the same time; a store whose lists are full pages without it offers nobody a way to look (there are no page controls).
 */
export const refusedNotStored: Rule = (evidence, trace) => {
  const refused = evidence.filter(({ received }) => received.status >= 400);
  const views = listsOf(trace);
  const findings = refused.flatMap((exchange) => storedFinding(exchange, views, trace) ?? []);
  if (findings.length > 0) return outcomeOf(findings, refused.length);
  if (refused.length === 0) return undecided('no create was refused');
  return controlProblem(refused, views, trace) ?? outcomeOf([], refused.length);
};

function storedFinding(exchange: Exchange, views: readonly ListView[], trace: Trace): Finding | undefined {
  const signs = signsOf(exchange, trace);
  // Every refused create is looked for in every list, and is in none: so all of them are asked first, at once.
  const listed = listedText(views);
  if (!signs.some(({ sign }) => listed.includes(sign))) return undefined;
  for (const view of [...views].reverse()) {
    if (view.exchange.sent.at < exchange.received.at) break;
    const stored = suspectsIn(view).find((suspect) => signs.some(({ isIn }) => isIn(suspect)))?.animal;
    if (stored === undefined) continue;
    return {
      message: `${describe(exchange)} (${exchange.probe}), yet its animal is in the list`,
      expected: 'not stored',
      actual: `id ${stored.id ?? '?'}, name ${JSON.stringify(excerpt(stored.name ?? '', 60))} in ${view.exchange.sent.path}`,
      exchanges: [exchange.seq, view.exchange.seq],
    };
  }
  return undefined;
}

interface Sign {
  readonly sign: string;
  readonly isIn: (suspect: Suspect) => boolean;
}

/**
 * What tells the animal of a refused create: the probe's name, which stands in the text it sent, or the probe's own number,
 * a category that no other create sent and no earlier list showed (one probe takes a category from a list).
 */
function signsOf(exchange: Exchange, trace: Trace): Sign[] {
  const body = exchange.sent.body ?? '';
  const signs: Sign[] = [];
  const mark = /Storecheck [0-9a-f]+ [a-z.-]+/.exec(body)?.[0].toLowerCase();
  if (mark !== undefined) signs.push({ sign: mark, isIn: ({ lowerName }) => lowerName.includes(mark) });
  const number = /"name":(\d{10})\b/.exec(body)?.[1];
  if (number !== undefined) signs.push({ sign: number, isIn: ({ animal }) => animal.name === number });
  const category = categoryIn(exchange);
  const isOwn = timesSent(trace).get(category) === 1 && !wasListed(category, exchange, trace);
  if (category !== undefined && isOwn && trace.head.settings.categories === null)
    signs.push({ sign: category, isIn: ({ animal }) => animal.categoryId === category });
  return signs;
}

function wasListed(category: string | undefined, { sent }: Exchange, trace: Trace): boolean {
  return listsOf(trace).some(
    ({ exchange, animals }) =>
      exchange.received.at <= sent.at && animals.some(({ categoryId }) => categoryId === category),
  );
}

/** A category of a probe's own has ten digits. The body is ours, so its text tells enough. */
const categoryIn = ({ sent }: Exchange) => /"categoryId":(\d{10})(?![\d.eE])/.exec(sent.body ?? '')?.[1];

/** How many creates sent each of them. */
const timesSent: (trace: Trace) => ReadonlyMap<string | undefined, number> = oncePer(({ exchanges }) => {
  const times = new Map<string | undefined, number>();
  for (const exchange of exchanges) {
    const category = categoryIn(exchange);
    times.set(category, (times.get(category) ?? 0) + 1);
  }
  return times;
});

interface Suspect {
  readonly animal: Animal;
  readonly lowerName: string;
}

/** The animals of a list that may be of a refused create; most are the store's own. */
const suspectsIn: (view: ListView) => readonly Suspect[] = oncePer(({ animals }) =>
  animals
    .map((animal) => ({ animal, lowerName: animal.name?.toLowerCase() ?? '' }))
    .filter(
      ({ animal, lowerName }) =>
        lowerName.includes('storecheck ') || /^\d{10}$/.test(lowerName) || animal.categoryId?.length === 10,
    ),
);

/** All that could tell such animals, of all lists; most are in several. */
const listedText: (views: readonly ListView[]) => string = oncePer((views) => {
  const texts = views.flatMap(suspectsIn).map(({ animal, lowerName }) => `${lowerName}\n${animal.categoryId ?? ''}`);
  return [...new Set(texts)].join('\n');
});

/** Undefined where a list shows that it would have shown the refused animals. */
function controlProblem(refused: readonly Exchange[], views: readonly ListView[], trace: Trace) {
  const last = Math.max(...refused.map(({ received }) => received.at));
  const later = createdOf(trace).filter(({ exchange }) => exchange.sent.at >= last);
  const settled = (view: ListView) => view.exchange.sent.at >= last + trace.head.settings.settleMs;
  const shows = (view: ListView) =>
    later.some(
      ({ answered, exchange }) =>
        exchange.received.at <= view.exchange.sent.at && view.animals.some(({ id }) => id === answered.id),
    );
  const whole = views.filter(({ status, exchange }) => status === undefined && exchange.sent.at >= last);
  if (whole.some((view) => shows(view) || (settled(view) && !view.full && view.items > 0))) return undefined;
  if (whole.length === 0) return undecided('no unfiltered list was answered after the refused creates');
  if (whole.some(({ full }) => !full))
    return unsettled('no list shows the animals that were created with success either: asked too early?');
  return notApplicable(
    'every list is a full page without the animals created here, and the document has no page controls: nobody can look',
  );
}
