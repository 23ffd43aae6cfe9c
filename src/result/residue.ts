import { type Exchange, isAnswered } from '../exchange/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import type { Residue } from './result.ts';

/**
 * What a create may have left behind, also where the answer was lost or should have been a refusal; undefined where nothing can be left.
 * What k6 creates is never whole enough to be stored: only an answer can show that it was.
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
