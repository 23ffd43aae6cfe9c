import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn401 } from '../clauses.ts';

export const utf16Bytes: Fault = {
  id: 'utf-16-bytes',
  title: 'Writes the body of a 401 in UTF-16',
  breaks: ['media.well-formed'],
  follows: ['error.schema', 'error.status-matches', 'error.not-blank', ...errorBodyOn401, ...bare401],
  apply: (base) =>
    reshapeAnswer(base, onStatus(401), (answer) => ({ ...answer, body: Buffer.from(String(answer.body), 'utf16le') })),
};
