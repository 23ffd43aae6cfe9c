import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundWithoutBody: Fault = {
  id: 'not-found-without-body',
  title: 'Answers 404 without a body',
  breaks: ['get.not-found', 'error.schema'],
  apply: (base) => reshapeOutcome(base, onAnswer('get', 404), (outcome) => ({ ...outcome, json: undefined })),
};
