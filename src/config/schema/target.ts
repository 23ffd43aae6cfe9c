import * as Type from 'typebox';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { DEFAULTS } from '../defaults.ts';
import { TARGET_CLASSES } from '../target-class.ts';
import { BASE_URL, DURATION, either, FILE, mapping, NAME, optional, PROXY_URL, SHARE, SWITCH, WHOLE } from './terms.ts';

const title = 'the source of a key, { env: NAME } or { file: PATH }';

const VARIABLE = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  maxLength: 128,
  title: "a variable's name (letters, digits, _; no $)",
  examples: ['STORE_API_KEY_PRO'],
  description: 'The environment variable with the key.',
});

const SOURCE = mapping(
  title,
  {
    env: optional(VARIABLE),
    file: optional(FILE, { description: 'The file with the key on one line.' }),
  },
  { minProperties: 1, maxProperties: 1 },
);

const SOURCES = either(
  { type: 'array' },
  Type.Array(SOURCE, { title: 'a list of key sources, { env: NAME } or { file: PATH }', minItems: 1 }),
  SOURCE,
  { title },
);

/** One optional entry per plan. With properties instead of `propertyNames`, the validator would have the same code four times. */
export function perPlan<S extends Type.TSchema>(schema: S, title: string, description: string) {
  return Type.Unsafe<{ [P in PlanName]?: Type.Static<S> }>({
    type: 'object',
    title,
    description,
    propertyNames: { enum: PLAN_NAMES, title: 'a plan: free, pro, business or enterprise' },
    additionalProperties: schema,
  });
}

const LEVEL = Type.Enum(['must', 'should', 'drift', 'skipped'], {
  type: 'string',
  title: 'must, should, drift or skipped',
});

export const FAIL_ON = either(
  { type: 'array' },
  Type.Array(LEVEL, { title: 'a list of must, should, drift and skipped, each once', minItems: 1, uniqueItems: true }),
  LEVEL,
  {
    title: 'must, should, drift, skipped or a list of these',
    description:
      'What keeps a run from passing: a violated must (always), a violated should, drift from a pinned observation, or a must that was not tested because it needs a permission, or because of --read-only or --skip (incomplete, exit 3).',
    default: 'must',
  },
);

export const QUOTA = mapping(
  'a mapping of perMinute and perDay',
  {
    perMinute: optional(WHOLE, {
      description: 'Requests per window (a minute, unless the target sets another).',
    }),
    perDay: optional(WHOLE, { description: 'Requests per day.' }),
  },
  { minProperties: 1 },
);

const CATEGORY = Type.Integer({ title: 'a category id (a 64-bit integer without quotes)', examples: [1] });
const categories = 'any, or a list of category ids';

const ALLOW = mapping(
  'a mapping of writes and load',
  {
    writes: optional(SWITCH, { description: 'Allow creating animals, which cannot be deleted.' }),
    load: optional(SWITCH, { description: "Allow load that exhausts each key's quota of the current window." }),
  },
  {
    description:
      'What a run may do. `false` forbids it in every class. Production also needs a confirmation of the host.',
  },
);

const BUDGETS = mapping(
  'a mapping of requestsPerRun and shareOfDay',
  {
    requestsPerRun: optional(WHOLE, {
      description:
        'Maximum requests of a run with all keys, confirmation attempts included. --max-requests overrides it.',
    }),
    shareOfDay: optional(SHARE, {
      description: "The share of a key's daily limit that may be used in 24 hours. Default on production: 0.5.",
    }),
  },
  { description: 'Maximum cost of a run. A run that may exceed it is refused before it sends anything.' },
);

const CLIENT_CERTIFICATE = mapping(
  'a mapping of cert and key, two files',
  {
    cert: Type.With(FILE, { description: 'The certificate (PEM).', examples: ['client.crt'] }),
    key: Type.With(FILE, { description: 'Its private key (PEM).', examples: ['client.key'] }),
  },
  { description: 'The client certificate.' },
);

const TARGET = mapping('a target: a mapping with baseUrl, keys and so on', {
  baseUrl: Type.With(BASE_URL, { description: 'URL of the service, including the path prefix.' }),
  class: optional(
    Type.Enum(TARGET_CLASSES, {
      title: 'local, staging or production',
      description:
        'The class of the deployment. Default: production (only GET, no load), or local for a loopback host.',
    }),
  ),
  keys: optional(
    perPlan(
      SOURCES,
      'a mapping from plans to key sources',
      'Sources of the keys, one or several per plan. If set, only keys of these plans are used.',
    ),
  ),
  secondKeys: optional(
    perPlan(
      SOURCE,
      'a mapping from plans to key sources',
      "Another customer's keys, to verify that customers are counted separately.",
    ),
  ),
  allow: optional(ALLOW),
  budgets: optional(BUDGETS),
  window: optional(DURATION, {
    description: 'Length of the rate limit window, if a test deployment has a shorter one.',
    default: `${DEFAULTS.windowSeconds}s`,
  }),
  settle: optional(DURATION, {
    description: 'Time until a created animal must be visible.',
    default: `${DEFAULTS.settleSeconds}s`,
  }),
  timeout: optional(DURATION, { description: 'Timeout of each request.', default: `${DEFAULTS.timeoutSeconds}s` }),
  categories: optional(
    either(
      { type: 'array' },
      Type.Array(CATEGORY, { title: 'a list of category ids', minItems: 1 }),
      Type.Literal('any', { title: categories }),
      {
        title: categories,
        description: 'Category ids that exist in this deployment, if it rejects unknown ones. All 64 bits are kept.',
        default: 'any',
      },
    ),
  ),
  enterprise: optional(QUOTA, { description: "The limits of this deployment's Enterprise key, from the contract." }),
  proxy: optional(PROXY_URL, {
    description: 'HTTP proxy. Not with a loopback `baseUrl` in `limits`, `run` and `capacity`: k6 would not use it.',
  }),
  ca: optional(FILE, { description: 'Extra CA certificates (PEM).' }),
  clientCertificate: optional(CLIENT_CERTIFICATE),
  observations: optional(FILE, {
    description: 'The file with pinned observations of this target.',
    examples: ['observations.staging.json'],
  }),
  failOn: optional(FAIL_ON),
});

export const TARGETS = Type.Unsafe<Record<string, Type.Static<typeof TARGET>>>({
  type: 'object',
  title: 'a mapping from target names to targets',
  description: 'The deployments, by the name for --target.',
  propertyNames: NAME,
  additionalProperties: TARGET,
});
