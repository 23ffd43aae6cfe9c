import * as Type from 'typebox';
import { TARGET_CLASSES } from '../target-class.ts';
import { perPlan, SOURCE, SOURCES } from './keys.ts';
import { BASE_URL, DURATION, either, FILE, mapping, NAME, optional, PROXY_URL, SHARE, SWITCH, WHOLE } from './terms.ts';

const LEVEL = Type.Enum(['must', 'should', 'drift'], { type: 'string', title: 'must, should or drift' });

export const FAIL_ON = either(
  { type: 'array' },
  Type.Array(LEVEL, { title: 'a list of must, should and drift, each once', minItems: 1, uniqueItems: true }),
  LEVEL,
  {
    title: 'must, should, drift or a list of these',
    description: 'What fails the run: a broken must (always), a broken should, a pinned observation that changed.',
    default: 'must',
  },
);

export const QUOTA = mapping(
  'a mapping of perMinute and perDay',
  {
    perMinute: optional(WHOLE, {
      description: 'Requests in a window (a minute, unless the target states another).',
    }),
    perDay: optional(WHOLE, { description: 'Requests in a day.' }),
  },
  { minProperties: 1 },
);

const CATEGORY = Type.Integer({ title: 'a category id (a whole number of 64 bits, without quotes)', examples: [1] });
const categories = 'any, or a list of category ids';

const ALLOW = mapping(
  'a mapping of writes and load',
  {
    writes: optional(SWITCH, { description: 'Create animals; they stay, since the service cannot delete.' }),
    load: optional(SWITCH, { description: "Push limits; each key's minute is used up." }),
  },
  { description: 'What may be done here. Production needs its host confirmed as well.' },
);

const BUDGETS = mapping(
  'a mapping of requestsPerRun, refusalsPerKey, connections and shareOfDay',
  {
    requestsPerRun: optional(WHOLE, {
      description:
        'Requests of one run, all keys together, confirmation attempts included. --max-requests goes before it.',
    }),
    refusalsPerKey: optional(WHOLE, {
      description:
        'Refusals (429) after which a burst stops: keys can be banned. Pushing a limit that is kept takes up to 6.',
      default: 8,
    }),
    connections: optional(WHOLE, {
      description: 'Connections open at once for each key while a limit is pushed.',
      default: 50,
    }),
    shareOfDay: optional(SHARE, {
      description: "The share of a key's day that may be used in 24 hours. Default on production: 0.5.",
    }),
  },
  { description: 'What a run may cost; a run that would cost more is refused before anything is sent.' },
);

const CLIENT_CERTIFICATE = mapping(
  'a mapping of cert and key, two files',
  {
    cert: Type.With(FILE, { description: 'The certificate (PEM).', examples: ['client.crt'] }),
    key: Type.With(FILE, { description: 'Its private key (PEM).', examples: ['client.key'] }),
  },
  { description: 'The certificate that this client shows.' },
);

const TARGET = mapping('a target: a mapping of baseUrl, keys and what else is known about it', {
  baseUrl: Type.With(BASE_URL, { description: 'Where the service is deployed, path prefix included.' }),
  class: optional(
    Type.Enum(TARGET_CLASSES, {
      title: 'local, staging or production',
      description:
        'How carefully it is treated. Without it, any host but a loopback one is production: GET only, no load.',
    }),
  ),
  keys: optional(
    perPlan(
      SOURCES,
      'a mapping from plans to key sources',
      'Where the keys come from, one source or several for each plan. Where any is stated, keys of these plans alone are sent.',
    ),
  ),
  secondKeys: optional(
    perPlan(
      SOURCE,
      'a mapping from plans to key sources',
      "Another customer's keys: they show whether customers are counted apart.",
    ),
  ),
  allow: optional(ALLOW),
  budgets: optional(BUDGETS),
  window: optional(DURATION, {
    description: 'The length of the "minute", where a test deployment has a shorter one.',
    default: '60s',
  }),
  settle: optional(DURATION, { description: 'How long a created animal may take to be seen.', default: '2s' }),
  timeout: optional(DURATION, { description: 'How long one request may take.', default: '30s' }),
  categories: optional(
    either(
      { type: 'array' },
      Type.Array(CATEGORY, { title: 'a list of category ids', minItems: 1 }),
      Type.Literal('any', { title: categories }),
      {
        title: categories,
        description: 'The category ids that this deployment knows, where it refuses others. int64, digit for digit.',
        default: 'any',
      },
    ),
  ),
  enterprise: optional(QUOTA, { description: "The contract's numbers of this deployment's Enterprise key." }),
  proxy: optional(PROXY_URL, { description: 'The proxy to go through.' }),
  ca: optional(FILE, { description: 'Certificates (PEM) to trust besides the usual ones.' }),
  clientCertificate: optional(CLIENT_CERTIFICATE),
  observations: optional(FILE, {
    description: "This target's pinned observations.",
    examples: ['observations.staging.json'],
  }),
  failOn: optional(FAIL_ON),
});

export const TARGETS = Type.Unsafe<Record<string, Type.Static<typeof TARGET>>>({
  type: 'object',
  title: 'a mapping from target names to targets',
  description: 'The deployments, by the names that --target takes.',
  propertyNames: NAME,
  additionalProperties: TARGET,
});
