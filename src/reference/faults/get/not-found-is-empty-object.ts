import { object } from '../../json/value.ts';
import { both, onOperation, onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsEmptyObject: Fault = {
  id: 'not-found-is-empty-object',
  title: 'Answers 200 and {} for an id that does not exist',
  breaks: ['get.not-found'],
  follows: ['get.schema'],
  apply: (base) =>
    reshapeOutcome(base, both(onOperation('get'), onStatus(404)), (outcome) => ({
      ...outcome,
      status: 200,
      json: object(),
    })),
};
