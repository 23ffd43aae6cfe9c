import * as Type from 'typebox';
import { PHASES } from '../phases.ts';
import { CAPACITY_PLAN, type CapacityPlanRecord, LAG, type Lag, SAMPLE, type Sample } from './capacity-record.ts';
import { EXCHANGE, type Exchange } from './exchange-record.ts';
import { CAPACITY_STEP, KEY_EXPERIMENT, type LoadConfig, SCRIPT } from './load-config.ts';
import { END, HEAD, SKIP, WAIT, type Wait } from './run-record.ts';
import { instant, type KeyLabel, label, number, type Of, orNull, positive, record, text } from './types.ts';

const phase = Type.Enum(Object.keys(PHASES) as Phase[]);

/** The members of a script's configuration that are validated. Its experiments have more members, which depend on the script. */
const config = Type.Unsafe<LoadConfig>(
  Type.Object({
    run: text,
    baseUrl: text,
    experiments: Type.Array(KEY_EXPERIMENT),
    step: Type.Optional(CAPACITY_STEP),
  }),
);

const START = record('start', {
  at: instant,
  script: SCRIPT,
  config,
  /** Which instance (from 1) wrote the following records; absent unless several instances offer a step together. */
  instance: Type.Optional(positive),
});

const HELD = record('held', {
  at: instant,
  key: label,
  /** Name of the recorder: a VU (`free_1.7`), a scenario, or the calibration (`free_1.setup`). */
  instance: text,
  phase,
});

const stopReason = Type.Enum([
  'unanswered', // There were no responses.
  'not-admitted', // The first response was neither 2xx nor 429.
  'not-this-service', // The server returns an animal for any id, without rate limit headers.
  'exhausted', // The key had no quota left, and did not get any within a window.
  'refusals', // The burst was refused too often.
  'deadline', // The burst did not fit into a window.
  'day-nearly-used', // The remaining daily quota is too small.
]);

const CLOSING = record('experiment', {
  run: text,
  key: label,
  /** As in `held`. */
  instance: text,
  role: Type.Enum(['whole', 'prepare', 'paced']),
  startedAt: number,
  at: instant,
  planned: number,
  /** Null for paced requests: each VU knows only its own, so the exchanges in the journal are counted. */
  sent: orNull(number),
  refused: number,
  stopped: Type.Optional(stopReason),
});

/**
 * What went wrong with a k6 process. exit: its exit code was not 0. invalid: its thresholds show that planned requests were not sent, and
 * the closing records show of which key. damaged: a line of the journal is not a record. cut: the last line is incomplete. incomplete:
 * requests have no line, or a closing record is missing. leak: the journal contained a key, which was redacted. options: k6 did not know
 * an option of the load script. interrupted: storecheck stopped k6.
 */
type K6ProblemKind = 'exit' | 'invalid' | 'damaged' | 'cut' | 'incomplete' | 'leak' | 'options' | 'interrupted';
const problem = Type.Object({ kind: Type.Unsafe<K6ProblemKind>(text), message: text });

const LOAD_END = record('load-end', {
  at: instant,
  script: SCRIPT,
  /** E.g. `v2.2.0`. */
  k6: text,
  /** Each problem makes the verdicts that depend on it inconclusive. */
  problems: Type.Array(problem),
  /** The CPU load of this machine while k6 ran, from 0 to 1. */
  busy: Type.Optional(number),
});

/** The lines of a journal by kind (JSON Schema 2020-12), for build.mjs. Unknown fields are allowed: a later minor version may add some. */
export const JOURNAL_SCHEMAS = {
  head: HEAD,
  exchange: EXCHANGE,
  skip: SKIP,
  wait: WAIT,
  end: END,
  start: START,
  held: HELD,
  experiment: CLOSING,
  'load-end': LOAD_END,
  sample: SAMPLE,
  lag: LAG,
  capacity: CAPACITY_PLAN,
};

/** The phases of an experiment, in the field `phase` of its exchanges; the probe's id is `limit.<phase>`. */
export type Phase = keyof typeof PHASES;
/** First line of a k6 journal. It contains the configuration, so that the journal can be read without other files. */
export type Start = Of<typeof START>;
export type K6Wait = Wait & Readonly<{ key: KeyLabel; phase: Phase }>;
/** A paced request that was not sent, because its VU was refused before (rule 5 of the specification: bans), or the traffic paused. */
export type Held = Of<typeof HELD>;
/** Why an experiment ended early. */
export type StopReason = Of<typeof stopReason>;
/** Closing record of one recorder. If `sent` differs from the number of its exchanges in the journal, lines are missing. */
export type Closing = Of<typeof CLOSING>;
export type K6Problem = Of<typeof problem>;
export type K6Record = Start | Exchange | K6Wait | Held | Sample | Lag | Closing;
/** storecheck writes it when a k6 process ended or did not start, with what k6 itself cannot record. */
export type LoadEnd = Of<typeof LOAD_END>;
export type LoadRecord = K6Record | LoadEnd | CapacityPlanRecord;
