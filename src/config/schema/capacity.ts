import * as Type from 'typebox';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { FILE, LATENCY, mapping, NAME, optional, PERCENT, SHARE, SHARE_OR_NONE, WHOLE } from './terms.ts';

const title = 'a mapping of subscribers, activeAtPeak and use';

const activity = {
  subscribers: Type.With(WHOLE, { description: 'Customers on this plan.', examples: [400] }),
  activeAtPeak: Type.With(SHARE, { description: 'The share of the customers that is active at the peak.' }),
  use: Type.With(SHARE, { description: 'The share of its limit that an active customer uses on average.' }),
  readShare: optional(SHARE_OR_NONE, {
    description: "The share of GETs among this plan's requests, if it differs from the mix.",
  }),
};

const PLAN = mapping(title, activity);

/** A plan that the specification lacks: it needs a limit. */
const NEW_PLAN = mapping(title, {
  ...activity,
  perMinute: Type.With(WHOLE, {
    description: 'The limit of a plan that the specification lacks.',
    examples: [600],
  }),
  perDay: optional(WHOLE, { description: 'Its limit per day.' }),
});

const PLANS = Type.Unsafe<Record<string, Type.Static<typeof PLAN> | Type.Static<typeof NEW_PLAN>>>({
  type: 'object',
  title: 'a mapping from plans to their activity',
  description:
    'The number of customers of each plan, and their activity. A plan that the specification lacks needs perMinute.',
  minProperties: 1,
  patternProperties: { [`^(${PLAN_NAMES.join('|')})$`]: PLAN },
  propertyNames: NAME,
  additionalProperties: NEW_PLAN,
});

const KEY_FILE = mapping('a file of keys: { file: PATH }', {
  file: Type.With(FILE, { description: 'A file with one key per line.' }),
});

export const CAPACITY = mapping(
  'a mapping of plans, mix, objectives and keys',
  {
    plans: optional(PLANS),
    mix: optional(
      mapping(
        'a mapping of list, get and create with a sum of 1',
        {
          list: optional(SHARE_OR_NONE, { description: 'GET /pets' }),
          get: optional(SHARE_OR_NONE, { description: 'GET /pets/{petId}' }),
          create: optional(SHARE_OR_NONE, { description: 'POST /pets' }),
        },
        { description: 'The share of each operation in the requests, with a sum of 1.', minProperties: 1 },
      ),
    ),
    objectives: optional(
      mapping(
        'a mapping of p50, p95, p99 and errors',
        {
          p50: optional(LATENCY, { description: 'Maximum median latency.' }),
          p95: optional(LATENCY, { description: 'Maximum 95th percentile of the latency.' }),
          p99: optional(LATENCY, { description: 'Maximum 99th percentile of the latency.' }),
          errors: optional(PERCENT, { description: 'Maximum share of failed requests.' }),
        },
        { description: 'The objectives at the projected peak.', minProperties: 1 },
      ),
    ),
    keys: optional(
      Type.Unsafe<Record<string, Type.Static<typeof KEY_FILE>>>({
        type: 'object',
        title: 'a mapping from plans to files of keys',
        description: 'The keys of the load. No key exceeds 90 % of its limit.',
        propertyNames: NAME,
        additionalProperties: KEY_FILE,
      }),
    ),
  },
  { description: 'The input of storecheck capacity: customers, mix, objectives and keys.' },
);
