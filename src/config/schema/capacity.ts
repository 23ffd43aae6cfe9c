import * as Type from 'typebox';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { FILE, LATENCY, mapping, NAME, optional, PERCENT, SHARE, SHARE_OR_NONE, WHOLE } from './terms.ts';

const title = 'a mapping of subscribers, activeAtPeak and use';

const activity = {
  subscribers: Type.With(WHOLE, { description: 'Customers on this plan.', examples: [400] }),
  activeAtPeak: Type.With(SHARE, { description: 'The share of them that is active at the peak.' }),
  use: Type.With(SHARE, { description: 'The share of its limit that an active customer uses on average.' }),
  readShare: optional(SHARE_OR_NONE, {
    description: "The share of GETs among this plan's requests, where it differs from the mix.",
  }),
};

const PLAN = mapping(title, activity);

/** A plan that the specification does not have yet: it must state its limit. */
const NEW_PLAN = mapping(title, {
  ...activity,
  perMinute: Type.With(WHOLE, {
    description: 'The limit of a plan that the document does not have.',
    examples: [600],
  }),
  perDay: optional(WHOLE, { description: 'Its limit a day.' }),
});

const PLANS = Type.Unsafe<Record<string, Type.Static<typeof PLAN> | Type.Static<typeof NEW_PLAN>>>({
  type: 'object',
  title: 'a mapping from plans to their activity',
  description:
    'How many customers each plan has and how active they are. A plan that the document lacks states its perMinute.',
  minProperties: 1,
  patternProperties: { [`^(${PLAN_NAMES.join('|')})$`]: PLAN },
  propertyNames: NAME,
  additionalProperties: NEW_PLAN,
});

const KEY_FILE = mapping('a file of keys: { file: PATH }', {
  file: Type.With(FILE, { description: 'A file with one key a line.' }),
});

export const CAPACITY = mapping(
  'a mapping of plans, mix, objectives and keys',
  {
    plans: optional(PLANS),
    mix: optional(
      mapping(
        'a mapping of list, get and create, 1 in all',
        {
          list: optional(SHARE_OR_NONE, { description: 'GET /pets' }),
          get: optional(SHARE_OR_NONE, { description: 'GET /pets/{petId}' }),
          create: optional(SHARE_OR_NONE, { description: 'POST /pets' }),
        },
        { description: 'Which share of the requests each operation has; 1 in all.', minProperties: 1 },
      ),
    ),
    objectives: optional(
      mapping(
        'a mapping of p50, p95, p99 and errors',
        {
          p50: optional(LATENCY, { description: 'Half of the requests are answered within this time.' }),
          p95: optional(LATENCY, { description: '95 % of the requests are answered within this time.' }),
          p99: optional(LATENCY, { description: '99 % of the requests are answered within this time.' }),
          errors: optional(PERCENT, { description: 'The largest share of requests that may fail.' }),
        },
        { description: 'What the service must hold at the projected peak.', minProperties: 1 },
      ),
    ),
    keys: optional(
      Type.Unsafe<Record<string, Type.Static<typeof KEY_FILE>>>({
        type: 'object',
        title: 'a mapping from plans to files of keys',
        description: 'The keys that the load is dealt out to, so that none passes 90 % of its own limit.',
        propertyNames: NAME,
        additionalProperties: KEY_FILE,
      }),
    ),
  },
  { description: 'What storecheck capacity projects the load from, and what it must hold.' },
);
