import { onStatus, reshapeAnswer, withBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn401 } from '../clauses.ts';

export const text401: Fault = {
  id: 'text-401',
  title: 'Answers 401 with plain text',
  breaks: ['error.schema', 'media.json', ...errorBodyOn401],
  follows: ['media.well-formed', ...bare401],
  apply: (base) => reshapeAnswer(base, onStatus(401), withBody('text/plain', 'Unauthorized')),
};
