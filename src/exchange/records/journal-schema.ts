import { CAPACITY, LAG, SAMPLE } from './capacity-record.ts';
import { EXCHANGE } from './exchange-record.ts';
import { EXPERIMENT, HELD, LOAD_END, START } from './load-record.ts';
import { END, HEAD, SKIP, WAIT } from './run-record.ts';

/** The lines of a journal by kind (JSON Schema 2020-12), for build.mjs. Unknown fields are allowed: a later minor version may add some. */
export const JOURNAL_SCHEMAS = {
  ...{ head: HEAD, exchange: EXCHANGE, skip: SKIP, wait: WAIT, end: END },
  ...{ start: START, held: HELD, experiment: EXPERIMENT, 'load-end': LOAD_END },
  ...{ sample: SAMPLE, lag: LAG, capacity: CAPACITY },
};
