import * as Type from 'typebox';
import { mix, step } from './load-config.ts';
import { doc, instant, integer, label, maybe, number, type Of, positive, record, ref, text } from './types.ts';

export const SAMPLE = record('sample', {
  /** The number of the request in its step, from 0. */
  n: integer,
  key: label,
  op: Type.Enum(['list', 'get', 'create']),
  /** When the request was due. Latency counts from here, so that a slow response cannot hide a delay of the requests behind it. */
  due: number,
  sent: number,
  received: number,
  /** 0: no response. */
  status: integer,
  /** Whether a connection was opened for the request. */
  fresh: Type.Boolean(),
  /** k6's error code if there is no response, e.g. 1050 for a time-out. */
  code: Type.Optional(integer),
  /** k6's message for that code. Only the list before the load records it. */
  error: Type.Optional(text),
});

export const LAG = record('lag', {
  /** Milliseconds since the step's k6 began, as in samples. */
  at: instant,
  lags: Type.Array(number),
});

const RATES = Type.Object({ rps: number, reads: number, writes: number }, { description: 'Requests per second.' });
const rates = ref('rates', RATES);
/** The `$defs` of each schema that contains `projection`. */
export const PROJECTION_PARTS = { rates: RATES };

const projectedPlan = Type.Object({
  plan: text,
  perMinute: maybe(number, 'The limit before the change; absent for a new plan.'),
  perDay: maybe(number, 'The daily limit, which the change does not touch; absent if it has none.'),
  subscribers: doc(number, 'How many customers the plan has.'),
  activeAtPeak: doc(number, 'The share of the customers who are active at the peak.'),
  use: doc(number, 'The share of its limit that an active customer uses on average.'),
  readShare: doc(number, 'The share of GETs among the requests.'),
  changed: doc(number, 'The limit after the change.'),
  before: rates,
  after: rates,
});

const projection = Type.Object({
  plans: Type.Array(projectedPlan),
  before: doc(rates, 'The peak today.'),
  after: doc(rates, 'The peak after the change: 100 % of the steps.'),
  busier: doc(rates, 'After the change, if more customers than assumed are active: never more than all of them.'),
});

const objectives = Type.Object(
  {
    p50Ms: Type.Optional(number),
    p95Ms: Type.Optional(number),
    p99Ms: Type.Optional(number),
    errorShare: doc(number, '0.1 % is 0.001.'),
  },
  { description: 'Milliseconds, and the maximum share of failed requests.' },
);

const share = Type.Object({
  plan: text,
  keys: doc(number, 'How many keys of the plan send the load.'),
  perWindow: doc(number, 'The limit of each key today.'),
  windowSeconds: number,
  perDay: maybe(number, 'The limit of each key per day; absent if it has none.'),
  share: doc(number, 'The part of each step that these keys send; 1 in all.'),
});

const plannedStep = Type.Object({
  ...step,
  rps: number,
  /** Duration of the first requests, which open connections and fill caches. They are not judged. */
  warmUpSeconds: number,
  seconds: number,
});

/** The members of a capacity plan that results.json repeats. */
export const planned = {
  projection,
  objectives,
  shares: Type.Array(share),
  mix: doc(mix, 'The share of each operation in the load.'),
  writes: Type.Object({
    projected: doc(number, 'The share of creates among the projected requests.'),
    asReads: doc(
      Type.Boolean(),
      'Reads were sent in place of the creates, because the run had no permission to write.',
    ),
  }),
};

const plan = Type.Object({
  ...planned,
  steps: Type.Array(plannedStep),
  /** How many instances offer each step together; absent if one does. */
  instances: Type.Optional(positive),
});

export const CAPACITY_PLAN = record('capacity', { at: instant, plan }, { $defs: PROJECTION_PARTS });

/** One request of a step. Times are milliseconds since the step's k6 began. Names are short, because a run has many samples. */
export type Sample = Of<typeof SAMPLE>;
/** How late timers of the load generator fired during about a second, in milliseconds. If it is overloaded, a step proves nothing. */
export type Lag = Of<typeof LAG>;
export type PlanActivity = Omit<ProjectedPlan, 'changed' | 'before' | 'after'>;
export type ProjectedPlan = Of<typeof projectedPlan>;
export type Projection = Of<typeof projection>;
/** The maximum latencies and error share of the service at the projected peak. */
export type Objectives = Of<typeof objectives>;
/** The keys of one plan, with the limit that each has now, before the change. */
export type KeyGroup = Omit<Share, 'share'>;
/** The keys of one plan, with their share of the requests of every step. The shares have a sum of 1. */
export type Share = Of<typeof share>;
/** One step of the experiment: a constant rate for a while. */
export type Step = Of<typeof plannedStep>;
/** What is fixed before the first request. The plan and the samples give the same verdict again. */
export type CapacityPlan = Of<typeof plan>;
/** The record of the plan, so that the journal can be judged again. */
export type CapacityPlanRecord = Of<typeof CAPACITY_PLAN>;
