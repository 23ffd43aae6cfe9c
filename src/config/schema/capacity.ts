import { PLAN_NAMES } from '../../spec/plans.ts';
import { FILE, LATENCY, NAME, PART, PERCENT, SHARE, WHOLE } from './terms.ts';

const activity = {
  subscribers: { ...WHOLE, description: 'Customers on this plan.', examples: [400] },
  activeAtPeak: { ...SHARE, description: 'The share of them that is active at the peak.' },
  use: { ...SHARE, description: 'The share of its limit that an active customer uses on average.' },
  readShare: { ...PART, description: "The share of GETs among this plan's requests, where it differs from the mix." },
} as const;

const PLAN = {
  type: 'object',
  title: 'a mapping of subscribers, activeAtPeak and use',
  required: ['subscribers', 'activeAtPeak', 'use'],
  properties: activity,
  additionalProperties: false,
} as const;

/** A plan that the document does not have yet: it must state its limit. */
export const NEW_PLAN = {
  ...PLAN,
  required: ['perMinute', ...PLAN.required],
  properties: {
    ...activity,
    perMinute: { ...WHOLE, description: 'The limit of a plan that the document does not have.', examples: [600] },
    perDay: { ...WHOLE, description: 'Its limit a day.' },
  },
} as const;

const KEY_FILE = {
  type: 'object',
  title: 'a file of keys: { file: PATH }',
  required: ['file'],
  properties: { file: { ...FILE, description: 'A file with one key a line.' } },
  additionalProperties: false,
} as const;

export const CAPACITY = {
  type: 'object',
  title: 'a mapping of plans, mix, objectives and keys',
  description: 'What storecheck capacity projects the load from, and what it must hold.',
  properties: {
    plans: {
      type: 'object',
      title: 'a mapping from plans to their activity',
      description:
        'How many customers each plan has and how active they are. A plan that the document lacks states its perMinute.',
      minProperties: 1,
      patternProperties: { [`^(${PLAN_NAMES.join('|')})$`]: PLAN },
      propertyNames: NAME,
      additionalProperties: NEW_PLAN,
    },
    mix: {
      type: 'object',
      title: 'a mapping of list, get and create, 1 in all',
      description: 'Which share of the requests each operation has; 1 in all.',
      properties: {
        list: { ...PART, description: 'GET /pets' },
        get: { ...PART, description: 'GET /pets/{petId}' },
        create: { ...PART, description: 'POST /pets' },
      },
      additionalProperties: false,
      minProperties: 1,
    },
    objectives: {
      type: 'object',
      title: 'a mapping of p50, p95, p99 and errors',
      description: 'What the service must hold at the projected peak.',
      properties: {
        p50: { ...LATENCY, description: 'Half of the requests are answered within this time.' },
        p95: { ...LATENCY, description: '95 % of the requests are answered within this time.' },
        p99: { ...LATENCY, description: '99 % of the requests are answered within this time.' },
        errors: { ...PERCENT, description: 'The largest share of requests that may fail.' },
      },
      additionalProperties: false,
      minProperties: 1,
    },
    keys: {
      type: 'object',
      title: 'a mapping from plans to files of keys',
      description: 'The keys that the load is dealt out to, so that none passes 90 % of its own limit.',
      propertyNames: NAME,
      additionalProperties: KEY_FILE,
    },
  },
  additionalProperties: false,
} as const;
