import * as Type from 'typebox';
import { mix, step } from './load-config.ts';
import { about, fromOne, instant, integer, label, maybe, number, type Of, record, shared, text } from './types.ts';

export const SAMPLE = record('sample', {
  /** The number of the request in its step, from 0. */
  n: integer,
  key: label,
  op: Type.Enum(['list', 'get', 'create']),
  /** When it was due: waiting for the generator counts too, so that a slow answer cannot hide the requests behind it. */
  due: number,
  sent: number,
  received: number,
  /** 0: no response. */
  status: integer,
  /** Whether a connection was opened for it. */
  fresh: Type.Boolean(),
  /** k6's error code if there is no response, e.g. 1050 for a time-out. */
  code: Type.Optional(integer),
  /** k6's text of that code: only of the list before the load, because what follows has it only if that was answered. */
  error: Type.Optional(text),
});

export const LAG = record('lag', {
  /** On the clock of the samples. */
  at: instant,
  lags: Type.Array(number),
});

const RATES = Type.Object({ rps: number, reads: number, writes: number }, { description: 'Requests per second.' });
const rates = shared('rates', RATES);
/** Where `projection` is used, `$defs` must hold these. */
export const PROJECTION_PARTS = { rates: RATES };

const projectedPlan = Type.Object({
  plan: text,
  perMinute: maybe(number, 'The limit before the change; absent for a new plan.'),
  perDay: maybe(number, 'The limit per day, which the change does not touch; absent if it has none.'),
  subscribers: about(number, 'How many customers the plan has.'),
  activeAtPeak: about(number, 'The share of the customers who are active at the peak.'),
  use: about(number, 'The share of its limit that an active customer uses on average.'),
  readShare: about(number, 'The share of GETs among the requests.'),
  changed: about(number, 'The limit after the change.'),
  before: rates,
  after: rates,
});

const projection = Type.Object({
  plans: Type.Array(projectedPlan),
  before: about(rates, 'The peak today.'),
  after: about(rates, 'The peak after the change: 100 % of the steps.'),
  busier: about(rates, 'After the change, if more customers than assumed are active: never more than all of them.'),
});

const objectives = Type.Object(
  {
    p50Ms: Type.Optional(number),
    p95Ms: Type.Optional(number),
    p99Ms: Type.Optional(number),
    errorShare: about(number, '0.1 % is 0.001.'),
  },
  { description: 'Milliseconds, and the maximum share of failed requests.' },
);

const share = Type.Object({
  plan: text,
  keys: about(number, 'How many keys of the plan send the load.'),
  perWindow: about(number, 'The limit of each key today.'),
  windowSeconds: number,
  perDay: maybe(number, 'The limit of each key per day; absent if it has none.'),
  share: about(number, 'The part of each step that these keys send; 1 in all.'),
});

const plannedStep = Type.Object({
  ...step,
  rps: number,
  /** Sent at the same rate and not judged: connections are opened, caches filled. */
  warmUpSeconds: number,
  seconds: number,
});

/** What results.json repeats of the plan. */
export const planned = {
  projection,
  objectives,
  shares: Type.Array(share),
  mix: about(mix, 'The share of each operation in the load.'),
  writes: Type.Object({
    projected: about(number, 'The share of creates among the projected requests.'),
    asReads: about(
      Type.Boolean(),
      'Reads were sent in place of the creates, because the run had no permission to write.',
    ),
  }),
};

const plan = Type.Object({
  ...planned,
  steps: Type.Array(plannedStep),
  /** How many instances offer it together; absent if one does. */
  instances: Type.Optional(fromOne),
});

export const CAPACITY = record('capacity', { at: instant, plan }, { $defs: PROJECTION_PARTS });

/** One request of a step. Times are milliseconds since the step's k6 began. One per request: kept short. */
export type Sample = Of<typeof SAMPLE>;
/** How late timers fired in the generator during about a second, in milliseconds: an overloaded generator measures itself. */
export type Lag = Of<typeof LAG>;
export type PlanActivity = Omit<ProjectedPlan, 'changed' | 'before' | 'after'>;
export type ProjectedPlan = Of<typeof projectedPlan>;
export type Projection = Of<typeof projection>;
/** What the service must hold at the projected peak. */
export type Objectives = Of<typeof objectives>;
/** The keys of one plan, and what each may send: the limit that is in force, not the one that is planned. */
export type KeyGroup = Omit<Share, 'share'>;
/** A plan's part of every step; the parts are 1 in all. */
export type Share = Of<typeof share>;
/** One step of the experiment: a constant rate for a while. */
export type Step = Of<typeof plannedStep>;
/** Everything that was fixed before the first request; with the samples it gives the same verdict again. */
export type CapacityPlan = Of<typeof plan>;
/** What a capacity run was asked to do: with it the journal can be judged again. */
export type CapacityHead = Of<typeof CAPACITY>;
