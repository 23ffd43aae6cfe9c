import { CAPACITY, LAG, SAMPLE } from './capacity-record.ts';
import { EXCHANGE } from './exchange-record.ts';
import { EXPERIMENT, HELD, LOAD_END, START } from './load-record.ts';
import { END, HEAD, SKIP, WAIT } from './run-record.ts';

/** The lines of a journal (JSON Schema 2020-12), for build.mjs. Unknown fields are allowed: a later minor version may add some. */
export const JOURNAL_SCHEMAS = {
  ...{ Head: HEAD, Exchange: EXCHANGE, Skip: SKIP, Wait: WAIT, End: END },
  ...{ Start: START, Held: HELD, Experiment: EXPERIMENT, LoadEnd: LOAD_END },
  ...{ Sample: SAMPLE, Lag: LAG, Capacity: CAPACITY },
};
