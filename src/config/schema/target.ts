import { perPlan, SOURCE, SOURCES } from './keys.ts';
import { BASE_URL, DURATION, FILE, NAME, PROXY_URL, SHARE, SWITCH, WHOLE } from './terms.ts';

export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export const FAIL_ON = ['must', 'should', 'drift'] as const;

const failLevel = { type: 'string', enum: FAIL_ON, title: 'must, should or drift' } as const;

export const FAIL_ON_SCHEMA = {
  title: 'must, should, drift or a list of these',
  description: 'What fails the run: a broken must (always), a broken should, a pinned observation that changed.',
  default: 'must',
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    type: 'array',
    title: 'a list of must, should and drift, each once',
    items: failLevel,
    minItems: 1,
    uniqueItems: true,
  },
  else: failLevel,
} as const;

export const QUOTA = {
  type: 'object',
  title: 'a mapping of perMinute and perDay',
  properties: {
    perMinute: { ...WHOLE, description: 'Requests in a window (a minute, unless the target states another).' },
    perDay: { ...WHOLE, description: 'Requests in a day.' },
  },
  additionalProperties: false,
  minProperties: 1,
} as const;

const CATEGORIES = {
  title: 'any, or a list of category ids',
  description: 'The category ids that this deployment knows, where it refuses others. int64, digit for digit.',
  default: 'any',
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    type: 'array',
    title: 'a list of category ids',
    items: { type: 'integer', title: 'a category id (a whole number of 64 bits, without quotes)', examples: [1] },
    minItems: 1,
  },
  else: { const: 'any', title: 'any, or a list of category ids' },
} as const;

export const TARGET = {
  type: 'object',
  title: 'a target: a mapping of baseUrl, keys and what else is known about it',
  required: ['baseUrl'],
  properties: {
    baseUrl: { ...BASE_URL, description: 'Where the service is deployed, path prefix included.' },
    class: {
      enum: TARGET_CLASSES,
      title: 'local, staging or production',
      description:
        'How carefully it is treated. Without it, any host but a loopback one is production: GET only, no load.',
    },
    keys: perPlan(
      SOURCES,
      'a mapping from plans to key sources',
      'Where the keys come from, one source or several for each plan. Where any is stated, keys of these plans alone are sent.',
    ),
    secondKeys: perPlan(
      SOURCE,
      'a mapping from plans to key sources',
      "Another customer's keys: they show whether customers are counted apart.",
    ),
    allow: {
      type: 'object',
      title: 'a mapping of writes and load',
      description: 'What may be done here. Production needs its host confirmed as well.',
      properties: {
        writes: { ...SWITCH, description: 'Create animals; they stay, since the service cannot delete.' },
        load: { ...SWITCH, description: "Push limits; each key's minute is used up." },
      },
      additionalProperties: false,
    },
    budgets: {
      type: 'object',
      title: 'a mapping of requestsPerRun, refusalsPerKey, connections and shareOfDay',
      description: 'What a run may cost; a run that would cost more is refused before anything is sent.',
      properties: {
        requestsPerRun: {
          ...WHOLE,
          description: 'Requests of one run, all keys together, second looks included. --max-requests goes before it.',
        },
        refusalsPerKey: {
          ...WHOLE,
          description:
            'Refusals (429) after which a burst stops: keys can be banned. Pushing a limit that is kept takes up to 6.',
          default: 8,
        },
        connections: {
          ...WHOLE,
          description: 'Connections open at once for each key while a limit is pushed.',
          default: 50,
        },
        shareOfDay: {
          ...SHARE,
          description: "The share of a key's day that may be used in 24 hours. Default on production: 0.5.",
        },
      },
      additionalProperties: false,
    },
    window: {
      ...DURATION,
      description: 'The length of the "minute", where a test deployment has a shorter one.',
      default: '60s',
    },
    settle: { ...DURATION, description: 'How long a created animal may take to be seen.', default: '2s' },
    timeout: { ...DURATION, description: 'How long one request may take.', default: '30s' },
    categories: CATEGORIES,
    enterprise: { ...QUOTA, description: "The contract's numbers of this deployment's Enterprise key." },
    proxy: { ...PROXY_URL, description: 'The proxy to go through.' },
    ca: { ...FILE, description: 'Certificates (PEM) to trust besides the usual ones.' },
    clientCertificate: {
      type: 'object',
      title: 'a mapping of cert and key, two files',
      description: 'The certificate that this client shows.',
      required: ['cert', 'key'],
      properties: {
        cert: { ...FILE, description: 'The certificate (PEM).', examples: ['client.crt'] },
        key: { ...FILE, description: 'Its private key (PEM).', examples: ['client.key'] },
      },
      additionalProperties: false,
    },
    observations: {
      ...FILE,
      description: "This target's pinned observations.",
      examples: ['observations.staging.json'],
    },
    failOn: FAIL_ON_SCHEMA,
  },
  additionalProperties: false,
} as const;

export const TARGETS = {
  type: 'object',
  title: 'a mapping from target names to targets',
  description: 'The deployments, by the names that --target takes.',
  propertyNames: NAME,
  additionalProperties: TARGET,
} as const;
