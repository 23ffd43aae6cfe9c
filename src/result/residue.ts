import { headerValue, isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { type Animal, animalIn, animalsIn, markIn, markSent, payloadOf } from '../store/animal.ts';
import type { Residue } from './result.ts';

/**
 * The animal that a create may have left, also if its response was lost or should have been a refusal; undefined if nothing can remain.
 * A lost create of k6 that lacks a name can have left none.
 */
export function leftBy(exchange: Exchange): Residue | undefined {
  if (exchange.operation !== 'createPet' || (isAnswered(exchange) && exchange.received.status >= 300)) return undefined;
  const sent = payloadOf(exchange)?.name;
  if (exchange.recorder === 'k6' && !isAnswered(exchange) && sent === undefined) return undefined;
  const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
  const location = isAnswered(exchange) ? headerValue(exchange.received.headers, 'location') : undefined;
  return {
    id: animal?.id ?? /\/(\d{1,19})\/?$/.exec(location ?? '')?.[1] ?? null,
    name: animal?.name ?? sent ?? null,
    probe: exchange.probe,
    exchange: exchange.seq,
  };
}

/** Adds the animals with the mark of the run that a list or a single read shows, however they were stored. */
export function withShown(created: readonly Residue[], { head, exchanges }: Trace): Residue[] {
  const { tag } = head.settings;
  const known = new Set(created.map(({ id }) => id));
  const shown = exchanges.flatMap((exchange) =>
    shownBy(exchange).flatMap(({ id, name = '' }) => {
      if (id === undefined || known.has(id)) return [];
      const mark = markIn(name, tag);
      if (mark === undefined) return [];
      known.add(id);
      return { id, name, mark, exchange };
    }),
  );
  // A list may show what a create without a readable response stored.
  const completed = created.map((left) => {
    const index = left.id === null ? shown.findIndex(({ mark }) => mark === markIn(left.name ?? '', tag)) : -1;
    const [found] = index < 0 ? [] : shown.splice(index, 1);
    return found === undefined ? left : { ...left, id: found.id, shownIn: found.exchange.seq };
  });
  const others = shown.map(({ id, name, mark, exchange: view }) => {
    const create = exchanges.findLast((sender) => sender.seq < view.seq && markSent(sender, tag) === mark);
    const { probe, seq } = create ?? view;
    return { id, name, probe, exchange: seq, shownIn: view.seq };
  });
  return [...completed, ...others];
}

function shownBy(exchange: Exchange): readonly Animal[] {
  if (!isAnswered(exchange)) return [];
  if (exchange.operation === 'listPets') return animalsIn(exchange) ?? [];
  return exchange.operation === 'getPet' ? [animalIn(exchange)].filter((animal) => animal !== undefined) : [];
}
