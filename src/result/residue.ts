import { headerValue, isAnswered, isSuccess } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { type Animal, animalIn, animalsIn, inLetters, markIn, markSent, payloadOf } from '../store/animal.ts';
import { isRefusedCreate } from '../store/views.ts';
import type { Residue } from './result.ts';

/**
 * The animal that a create may have stored, even if its response was lost, a redirect or a 5xx; undefined after a 4xx. Creates of k6
 * without a name are the exception: without a 2xx, they count as not stored.
 */
export function residueOf(exchange: Exchange): Residue | undefined {
  if (exchange.operation !== 'createPet' || isRefusedCreate(exchange)) return undefined;
  const sent = payloadOf(exchange)?.name;
  if (exchange.recorder === 'k6' && !isSuccess(exchange) && sent === undefined) return undefined;
  const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
  const location = isAnswered(exchange) ? headerValue(exchange.received.headers, 'location') : undefined;
  return {
    id: animal?.id ?? /\/(\d{1,19})\/?$/.exec(location ?? '')?.[1] ?? null,
    name: animal?.name ?? sent ?? null,
    probe: exchange.probe,
    exchange: exchange.seq,
  };
}

/** Adds the animals of the run that only a list or a single read shows. Their names contain the mark of the run. */
export function withShownAnimals(created: readonly Residue[], { head, exchanges }: Trace): Residue[] {
  const tagInLetters = inLetters(head.settings.tag);
  const known = new Set(created.map(({ id }) => id));
  const animals = [...created];
  for (const view of exchanges)
    for (const { id, name = '' } of shownBy(view)) {
      const mark = markIn(name, tagInLetters);
      if (id === undefined || mark === undefined || known.has(id)) continue;
      known.add(id);
      const shownIn = view.seq;
      // A list may show what a create without a readable response stored.
      const lost = animals.find((animal) => animal.id === null && markIn(animal.name ?? '', tagInLetters) === mark);
      if (lost !== undefined) animals[animals.indexOf(lost)] = { ...lost, id, shownIn };
      else {
        const create = exchanges.findLast((sender) => sender.seq < view.seq && markSent(sender, tagInLetters) === mark);
        const { probe, seq } = create ?? view;
        animals.push({ id, name, probe, exchange: seq, shownIn });
      }
    }
  return animals;
}

/** The animals in the response to a list or a single read. */
function shownBy(exchange: Exchange): readonly Animal[] {
  if (!isAnswered(exchange)) return [];
  if (exchange.operation === 'listPets') return animalsIn(exchange) ?? [];
  return exchange.operation === 'getPet' ? [animalIn(exchange)].filter((animal) => animal !== undefined) : [];
}
