import { type Exchange, isAnswered } from '../exchange/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import type { Residue } from './result.ts';

/** Everything that a create may have left behind, also where the answer was lost or should have been a refusal. */
export function residueOf(exchanges: readonly Exchange[]): Residue[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.operation !== 'createPet' || (isAnswered(exchange) && exchange.received.status >= 300)) return [];
    const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
    return [
      {
        id: animal?.id ?? null,
        name: animal?.name ?? payloadOf(exchange)?.name ?? null,
        probe: exchange.probe,
        exchange: exchange.seq,
      },
    ];
  });
}
