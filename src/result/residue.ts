import { type Exchange, isAnswered } from '../exchange/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import type { Residue } from './result.ts';

/**
 * The animal that a create may have left, also if its response was lost or should have been a refusal; undefined if nothing can remain.
 * k6 sends only incomplete payloads, so its animals are listed only if a response shows one.
 */
export function residueOf(exchange: Exchange): Residue | undefined {
  if (exchange.operation !== 'createPet' || (isAnswered(exchange) && exchange.received.status >= 300)) return undefined;
  if (exchange.recorder === 'k6' && !isAnswered(exchange)) return undefined;
  const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
  return {
    id: animal?.id ?? null,
    name: animal?.name ?? payloadOf(exchange)?.name ?? null,
    probe: exchange.probe,
    exchange: exchange.seq,
  };
}
