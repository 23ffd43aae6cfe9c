import * as Type from 'typebox';
import { PHASES } from '../phases.ts';
import { CAPACITY, type CapacityHead, LAG, type Lag, SAMPLE, type Sample } from './capacity-record.ts';
import { EXCHANGE, type Exchange } from './exchange-record.ts';
import { CAPACITY_STEP, type LoadConfig, QUOTA_EXPERIMENT, SCRIPT } from './load-config.ts';
import { END, HEAD, SKIP, WAIT, type Wait } from './run-record.ts';
import { fromOne, instant, type KeyLabel, label, number, type Of, orNull, record, text } from './types.ts';

const phase = Type.Enum(Object.keys(PHASES) as Phase[]);

/** What is read of the script's configuration; `experiments` are those of its script. */
const config = Type.Unsafe<LoadConfig>(
  Type.Object({
    run: text,
    baseUrl: text,
    experiments: Type.Array(QUOTA_EXPERIMENT),
    step: Type.Optional(CAPACITY_STEP),
  }),
);

const START = record('start', {
  at: instant,
  script: SCRIPT,
  config,
  /** Of a step that several instances offer together: which of them (from 1) recorded what follows. */
  instance: Type.Optional(fromOne),
});

const HELD = record('held', {
  at: instant,
  key: label,
  instance: text,
  phase,
});

const stopReason = Type.Enum([
  'unanswered',
  'not-admitted',
  'not-this-service',
  'exhausted',
  'refusals',
  'deadline',
  'day-nearly-used',
]);

const EXPERIMENT = record('experiment', {
  run: text,
  key: label,
  instance: text,
  role: Type.Enum(['whole', 'prepare', 'paced']),
  startedAt: number,
  at: instant,
  planned: number,
  /** Null if no single VU can know (paced): then the exchanges in the journal are counted. */
  sent: orNull(number),
  refused: number,
  stopped: Type.Optional(stopReason),
});

/**
 * How a problem affects the verdicts. exit: k6 ended with something else than 0. invalid: its thresholds say that not everything
 * planned was sent; the closing lines say of which key. damaged: a line that is not a record. cut: the last line is incomplete.
 * incomplete: requests without a line, or no closing line. leak: a key was in the journal (it was replaced). options: k6 did not
 * know an option of ours. interrupted: the caller stopped it.
 */
type K6ProblemKind = 'exit' | 'invalid' | 'damaged' | 'cut' | 'incomplete' | 'leak' | 'options' | 'interrupted';
const problem = Type.Object({ kind: Type.Unsafe<K6ProblemKind>(text), message: text });

const LOAD_END = record('load-end', {
  at: instant,
  script: SCRIPT,
  /** E.g. `v2.2.0`. */
  k6: text,
  /** Every one of them makes what depends on it inconclusive. */
  problems: Type.Array(problem),
  /** The CPU load of this machine meanwhile, from 0 to 1. */
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
  experiment: EXPERIMENT,
  'load-end': LOAD_END,
  sample: SAMPLE,
  lag: LAG,
  capacity: CAPACITY,
};

/** The phases of an experiment, in the field `phase` of its exchanges; the probe's id is `limit.<phase>`. */
export type Phase = keyof typeof PHASES;
/** First line of a k6 journal: with it the journal can be read without anything else. */
export type Start = Of<typeof START>;
export type K6Wait = Wait & Readonly<{ key: KeyLabel; phase: Phase }>;
/** A paced request that was not sent: its VU had been refused before (rule 5 of the specification: bans), or the traffic pauses. */
export type Held = Of<typeof HELD>;
/**
 * Why an experiment ended before its time. unanswered: no responses. not-admitted: the first response was neither 2xx nor 429. exhausted:
 * the key had no quota left, and none came back in a window. refusals: refused too often in the burst. deadline: the burst did not fit
 * into a window. day-nearly-used: too little is left of the day. not-this-service: it serves any id without rate limit headers.
 */
export type StopReason = Of<typeof stopReason>;
/** Closing line of one instance's part. `sent` must equal its exchanges in the journal, or lines are missing. */
export type Closing = Of<typeof EXPERIMENT>;
export type K6Problem = Of<typeof problem>;
export type K6Record = Start | Exchange | K6Wait | Held | Sample | Lag | Closing;
/** Written by the driver when a k6 process has ended, or could not be started: what its own lines cannot say. */
export type LoadEnd = Of<typeof LOAD_END>;
export type LoadRecord = K6Record | LoadEnd | CapacityHead;
