import { fromOne, instant, integer, list, number, object, orNull, text } from './schema.ts';

const sample = {
  $id: 'Sample',
  ...object(
    {
      n: integer,
      key: text,
      op: { enum: ['list', 'get', 'create'] },
      due: number,
      sent: number,
      received: number,
      status: integer,
      fresh: { type: 'boolean' },
      code: integer,
      date: number,
    },
    'code',
    'date',
  ),
} as const;

const lag = { $id: 'Lag', ...object({ at: instant, lags: list(number) }) } as const;

const stated = object({ value: number, origin: text });
const rates = object({ rps: number, reads: number, writes: number });
const activity = { plan: text, perMinute: stated, subscribers: stated, activeAtPeak: stated, use: stated };
const projected = object({ ...activity, readShare: stated, changed: stated, before: rates, after: rates }, 'perMinute');
const mix = object({ list: number, get: number, create: number });
// JSON has no NaN: null where a step has no answer.
const figure = orNull(number);
const estimate = object({ value: figure, from: figure, to: figure });
const latency = object({ p50: estimate, p95: estimate, p99: estimate });
const compared = object({ rps: number, verdict: text, latency, errors: estimate });

/** CapacityStep of src/exchange/load-config.ts. */
export const capacityStep = object(
  {
    ...{
      level: number,
      perMinute: number,
      count: integer,
      warmUp: integer,
      first: integer,
      vus: integer,
      mix,
      tag: text,
    },
    startAt: instant,
  },
  'startAt',
);

/** CapacityPlan of src/capacity/plan.ts. */
const plan = object(
  {
    projection: object({ plans: list(projected), before: rates, after: rates, busier: rates }),
    objectives: object({ p50Ms: number, p95Ms: number, p99Ms: number, errorShare: number }, 'p50Ms', 'p95Ms', 'p99Ms'),
    shares: list(
      object(
        { plan: text, keys: number, perWindow: number, windowSeconds: number, perDay: number, share: number },
        'perDay',
      ),
    ),
    steps: list(
      object(
        {
          ...{ level: number, rps: number, warmUpSeconds: number, seconds: number, count: integer, first: integer },
          startAt: instant,
        },
        'startAt',
      ),
    ),
    instances: fromOne,
    mix,
    writes: object({ projected: number, asReads: { type: 'boolean' } }),
    earlier: object({ run: text, startedAt: text, steps: list(compared) }),
  },
  'instances',
  'earlier',
);

const capacity = {
  $id: 'Capacity',
  ...object({ at: instant, plan, instance: fromOne }, 'instance'),
} as const;

/** The lines that only a capacity run writes. */
export const CAPACITY_SCHEMAS = { Sample: sample, Lag: lag, Capacity: capacity } as const;
