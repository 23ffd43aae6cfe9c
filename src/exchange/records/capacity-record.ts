import * as Type from 'typebox';
import { mix, step } from './load-config.ts';
import { flag, fromOne, instant, integer, label, number, type Of, record, shared, text } from './schema.ts';

export const SAMPLE = record('sample', {
  /** From 0 on within the step. */
  n: integer,
  key: label,
  op: Type.Enum(['list', 'get', 'create']),
  /** When it was due: waiting for the generator counts too, so that a slow answer cannot hide the requests behind it. */
  due: number,
  sent: number,
  received: number,
  /** 0: no answer. */
  status: integer,
  /** A connection was made for it. */
  fresh: flag,
  /** k6's error code if there is no answer, e.g. 1050 for a time-out. */
  code: Type.Optional(integer),
  /** k6's text of that code: only at the first such request of each VU, to keep the journal small. */
  error: Type.Optional(text),
});

export const LAG = record('lag', {
  /** As the times of a sample. */
  at: instant,
  lags: Type.Array(number),
});

const RATES = Type.Object({ rps: number, reads: number, writes: number }, { description: 'Requests per second.' });
const rates = shared('rates', RATES);
/** Where `projection` is used, `$defs` must hold these. */
export const PROJECTION_PARTS = { rates: RATES };

const activity = {
  plan: text,
  /** Absent for a plan that only a change makes. */
  perMinute: Type.Optional(number),
  /** Its limit per day, which no change of the limit per minute touches; absent if it has none. */
  perDay: Type.Optional(number),
  subscribers: number,
  activeAtPeak: number,
  /** The share of its limit that an active customer uses on average. */
  use: number,
  /** The share of GETs among its requests. */
  readShare: number,
};
const planActivity = Type.Object(activity);

const projectedPlan = Type.Object({
  ...activity,
  /** Its limit after the change. */
  changed: number,
  before: rates,
  after: rates,
});

const projection = Type.Object({
  plans: Type.Array(projectedPlan),
  before: rates,
  after: rates,
  /** After the change, if more customers than assumed are active: never more than all of them. */
  busier: rates,
});

const objectives = Type.Object(
  {
    p50Ms: Type.Optional(number),
    p95Ms: Type.Optional(number),
    p99Ms: Type.Optional(number),
    /** 0.1 % is 0.001. */
    errorShare: number,
  },
  { description: 'Milliseconds, and the maximum share of failed requests.' },
);

const keyGroup = {
  plan: text,
  keys: number,
  perWindow: number,
  windowSeconds: number,
  /** Absent if the day has no limit. */
  perDay: Type.Optional(number),
};
const keys = Type.Object(keyGroup);

const share = Type.Object({ ...keyGroup, share: number });

const plannedStep = Type.Object({
  ...step,
  rps: number,
  /** Sent at the same rate and not judged: connections are opened, caches filled. */
  warmUpSeconds: number,
  seconds: number,
});

/** The share of creates among the projected requests, and whether reads are sent in their place. */
const writes = Type.Object({ projected: number, asReads: flag });

/** What results.json repeats of the plan. */
export const planned = {
  projection,
  objectives,
  shares: Type.Array(share),
  mix,
  writes,
};

const plan = Type.Object({
  ...planned,
  steps: Type.Array(plannedStep),
  /** How many instances offer it together; absent if one does. */
  instances: Type.Optional(fromOne),
});

export const CAPACITY = record(
  'capacity',
  {
    at: instant,
    plan,
  },
  { $defs: PROJECTION_PARTS },
);

/** One request of a step. Times are milliseconds since the step's k6 began. One per request: kept short. */
export type Sample = Of<typeof SAMPLE>;
/** How late timers fired in the generator during about a second, in milliseconds: an overloaded generator measures itself. */
export type Lag = Of<typeof LAG>;
export type Rates = Of<typeof RATES>;
export type PlanActivity = Of<typeof planActivity>;
export type ProjectedPlan = Of<typeof projectedPlan>;
export type Projection = Of<typeof projection>;
/** What the service must hold at the projected peak. */
export type Objectives = Of<typeof objectives>;
/** The keys of one plan, and what each may send: the limit that is in force, not the one that is planned. */
export type KeyGroup = Of<typeof keys>;
/** A plan's part of every step; the parts are 1 in all. */
export type Share = Of<typeof share>;
/** One step of the experiment: a constant rate for a while. */
export type Step = Of<typeof plannedStep>;
/** Everything that was fixed before the first request; with the samples it gives the same verdict again. */
export type CapacityPlan = Of<typeof plan>;
/** What a capacity run was asked to do: with it the journal can be judged again. */
export type CapacityHead = Of<typeof CAPACITY>;
