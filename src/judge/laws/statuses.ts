import type { Answered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import { because } from '../../rules/outcome.ts';
import { type Doubt, explained, open } from '../judgement.ts';
import type { Known, Model } from './model.ts';

export const STATUS_MAY_CHANGE = explained(because('status-may-change'));

/** Whether answers to one operation have shown an animal with several statuses. */
export const isFlipping = ({ sightings }: Known, operation: string): boolean =>
  new Set(sightings.filter(({ exchange }) => exchange.operation === operation).map(({ animal }) => animal.status))
    .size > 1;

/**
 * Whether other clients change statuses, also back to the first: lists and gets have both shown some animal with several. A service that shows
 * wrong statuses in one way of reading does not do so in the other.
 */
export const doStatusesMove: (model: Model) => boolean = oncePer(({ animals }) =>
  ['listPets', 'getPet'].every((operation) => [...animals.values()].some((known) => isFlipping(known, operation))),
);

/** So many answers in the other way of reading show whether a status moves in the store, or only in one way of reading it. */
const OTHER_WAY = 3;

/** An answer whose status was another before, or is another again: if other clients change it, the other way of reading shows that, too. */
export function flipDoubt({ operation, seq }: Answered, { sightings }: Known, model: Model): Doubt | undefined {
  if (doStatusesMove(model)) return STATUS_MAY_CHANGE;
  const others = sightings.filter(
    ({ exchange }) => exchange.seq > seq && exchange.operation !== operation && exchange.operation !== 'createPet',
  );
  return others.length >= OTHER_WAY ? undefined : open(because('status-may-change'), Number.POSITIVE_INFINITY);
}
