import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const singleQuotes: Fault = {
  id: 'single-quotes',
  title: 'Writes single quotes around strings of an Error',
  breaks: ['media.well-formed'],
  follows: ['get.not-found', 'error.schema', 'error.status-matches', 'error.not-blank'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(404), (answer) => ({ ...answer, body: String(answer.body).replaceAll('"', "'") })),
};
