import { type Answered, oncePer } from '../../exchange/index.ts';
import type { Finding } from '../outcome.ts';
import { schemaFindings } from '../schema/matches.ts';

/** The first violation of the Error schema in a body, or undefined if it is an Error. */
export const errorBodyFinding: (exchange: Answered) => Finding | undefined = oncePer(
  (exchange) => schemaFindings('Error', exchange)[0],
);
