import { type Exchange, oncePer, type Trace } from '../../exchange/index.ts';
import { type Animal, type ListView, payloadOf } from '../../store/index.ts';
import { askAgain, type Finding, notApplicable, outcomeOf, undecided } from '../outcome.ts';
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
  const isOf = recogniser(exchange, trace);
  for (const view of views) {
    if (view.exchange.sent.at < exchange.received.at) continue;
    const stored = suspectsIn(view).find(isOf)?.animal;
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

/**
 * Tells the animal of a refused create: by the probe's name, which stands in the text it sent, or by the probe's own number,
 * a category that no other create sent.
 */
function recogniser(exchange: Exchange, trace: Trace): (suspect: Suspect) => boolean {
  const body = exchange.sent.body ?? '';
  const mark = /Storecheck [0-9a-f]+ [a-z.-]+/.exec(body)?.[0].toLowerCase();
  const number = /"name":(\d{10})\b/.exec(body)?.[1];
  const category = payloadOf(exchange)?.categoryId;
  const shared = (timesSent(trace).get(category) ?? 0) > 1;
  const own = category?.length === 10 && !shared && trace.head.settings.categories === null;
  return ({ animal, lowerName }) =>
    (mark !== undefined && lowerName.includes(mark)) ||
    (number !== undefined && animal.name === number) ||
    (own && animal.categoryId === category);
}

/** How many creates sent each category. */
const timesSent: (trace: Trace) => ReadonlyMap<string | undefined, number> = oncePer(({ exchanges }) => {
  const times = new Map<string | undefined, number>();
  for (const exchange of exchanges) {
    const category = payloadOf(exchange)?.categoryId;
    times.set(category, (times.get(category) ?? 0) + 1);
  }
  return times;
});

interface Suspect {
  readonly animal: Animal;
  readonly lowerName: string;
}

/** The animals of a list that some recogniser may take: every refused create is looked for in every list, and most animals are the store's own. */
const suspectsIn: (view: ListView) => readonly Suspect[] = oncePer(({ animals }) =>
  animals
    .map((animal) => ({ animal, lowerName: animal.name?.toLowerCase() ?? '' }))
    .filter(
      ({ animal, lowerName }) =>
        lowerName.includes('storecheck ') || /^\d{10}$/.test(lowerName) || animal.categoryId?.length === 10,
    ),
);

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
    return askAgain('no list shows the animals that were created with success either: asked too early?');
  return notApplicable(
    'every list is a full page without the animals created here, and the document has no page controls: nobody can look',
  );
}
