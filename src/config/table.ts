import { PLAN_NAMES } from '../spec/plans.ts';
import { FAIL_ON } from '../spec/requirement.ts';
import {
  BASE_URL,
  CATEGORIES,
  CLIENT_CERTIFICATE,
  DATE,
  DURATION,
  FILE,
  integer,
  KEY,
  KEYS,
  type Kind,
  listOf,
  oneOf,
  PLAN,
  PLAN_LIMITS_KIND,
  PROXY,
  SHARE,
  SWITCH,
  TEXT,
  TEXTS,
} from './kinds.ts';
import { REPORT_OUTPUTS, REPORTERS } from './reporters.ts';
import { CHANGES, CUSTOMERS, KEY_FILES, LEVELS, MIX, OBJECTIVES, PLANS } from './sections.ts';
import { TARGET_CLASSES } from './target-class.ts';

/** Default values that help texts, descriptions and estimates also contain. */
export const DEFAULTS = {
  windowSeconds: 60,
  /** The time until lists must show a created animal. */
  settleSeconds: 2,
  timeoutSeconds: 30,
  /** Shorter for capacity, because a slower response would prove nothing more. */
  capacityTimeoutSeconds: 10,
  thoroughRequests: 400,
  /** The share of a key's daily limit that runs on production may use in 24 hours. */
  shareOfDay: 0.5,
} as const;

/** The commands that judge a service. After one of them, storecheck may print any of them as the next command. */
const TESTING = ['check', 'limits', 'run'] as const;
/** The commands that record a run. */
const RECORDING = [...TESTING, 'capacity'] as const;
/** The commands that send requests to a target. */
const SENDING = [...RECORDING, 'doctor'] as const;
/** The commands that send load with k6. */
export const LOADING = ['limits', 'run', 'capacity'] as const;
const CAPACITY = ['capacity'] as const;
const REPORTING = [...RECORDING, 'report', 'demo'] as const;

type CommandWithSettings = (typeof SENDING | typeof REPORTING)[number];

/** A setting with an option, a member of storecheck.yaml, or both. The option overrides the file. */
export interface Setting {
  readonly kind: Kind<unknown>;
  readonly commands?: readonly CommandWithSettings[];
  readonly option?: string;
  /** As in the help: `--window <seconds>`. */
  readonly flag?: string;
  readonly help?: string;
  /** The path of the member below a target of storecheck.yaml. */
  readonly yaml?: string;
  readonly required?: true;
  /** The path of the member in storecheck.yaml if it is for all targets. */
  readonly shared?: string;
  /** For editors and docs/configuration.md; default: the help. */
  readonly description?: string;
  readonly default?: unknown;
}

const option = <K extends Kind<unknown>, const F extends string, const M extends Partial<Setting> = object>(
  kind: K,
  commands: readonly CommandWithSettings[],
  flag: F,
  help: string,
  more: M = {} as M,
) => ({ kind, commands, option: flag.replace(/ .*/, ''), flag, help, ...more });

/** The effect of `--only` and `--skip` on the verdict, for their help. */
const NO_PASS = 'the run cannot pass if this excludes a must';

/** Every setting, by the groups of the help. A setting without an option is only in storecheck.yaml. Durations are milliseconds. */
export const SETTING_GROUPS = {
  'Target:': {
    target: option(TEXT, SENDING, '--target <name>', 'target in storecheck.yaml'),
    config: option(TEXT, SENDING, '--config <file>', 'configuration file (default: storecheck.yaml in this folder)'),
    baseUrl: option(
      BASE_URL,
      SENDING,
      '--base-url <url>',
      'URL of the service with its path, e.g. https://staging.example.com/v1',
      { yaml: 'baseUrl', required: true },
    ),
    class: {
      kind: oneOf(TARGET_CLASSES, 'local, staging or production'),
      yaml: 'class',
      description:
        'The class of the deployment. Default: production (only GET, no load), or local for a loopback host.',
    },
    proxy: option(PROXY, SENDING, '--proxy <url>', 'HTTP proxy; variables such as HTTPS_PROXY are ignored', {
      yaml: 'proxy',
    }),
    ca: option(FILE, SENDING, '--ca <file>', 'extra CA certificates (PEM)', { yaml: 'ca' }),
    timeout: option(
      DURATION,
      SENDING,
      '--timeout <seconds>',
      `timeout of each request (default: ${DEFAULTS.timeoutSeconds}; of capacity: ${DEFAULTS.capacityTimeoutSeconds})`,
      { yaml: 'timeout' },
    ),
    clientCertificate: { kind: CLIENT_CERTIFICATE, yaml: 'clientCertificate', description: 'The client certificate.' },
  },
  'Keys and plans:': {
    key: option(
      KEYS,
      SENDING,
      '--key <plan=source>',
      'where to read the key of a plan (for capacity, keys, one per line): env:NAME or file:PATH (default: env:STORE_API_KEY_<PLAN>, e.g. env:STORE_API_KEY_PRO)',
      {
        yaml: 'keys',
        description: 'Sources of the keys, one or several per plan. If set, only keys of these plans are used.',
      },
    ),
    secondKey: option(
      KEY,
      ['limits', 'run'],
      '--second-key <plan=source>',
      'key of another customer on the plan: also test that the two keys do not share one limit',
      {
        yaml: 'secondKeys',
        description: "Another customer's keys, to verify that customers are counted separately.",
      },
    ),
    daily: option(
      KEY,
      ['limits', 'run'],
      '--daily <plan=source>',
      'also exhaust the daily limit of this dedicated key',
    ),
    plan: option(
      PLAN,
      [...TESTING, 'doctor'],
      '--plan <name>',
      `plan whose key the check uses: ${PLAN_NAMES.join(', ')} (default: the largest that has a key); limits exhausts only this plan, run every plan that has a key`,
    ),
    enterprise: option(
      PLAN_LIMITS_KIND,
      SENDING,
      '--enterprise <n[/day]>',
      'limits of your enterprise plan, from the contract: requests/min, and per day',
      { yaml: 'enterprise' },
    ),
    plans: {
      kind: PLANS,
      shared: 'plans',
      description: "Limits that differ from the specification's: a plan change, or the Enterprise contract.",
    },
    window: option(
      DURATION,
      SENDING,
      '--window <seconds>',
      `length of the rate limit window (default: ${DEFAULTS.windowSeconds})`,
      { yaml: 'window', default: DEFAULTS.windowSeconds * 1_000 },
    ),
    sustain: option(
      integer(1),
      ['limits', 'run'],
      '--sustain [windows]',
      'also send requests at exactly the limit, for this many windows (default: 1)',
      { default: 0 },
    ),
  },
  'Permissions:': {
    allowWrites: option(
      SWITCH,
      RECORDING,
      '--allow-writes',
      'also send POST requests on staging or production; animals cannot be deleted',
      { yaml: 'allow.writes' },
    ),
    allowLoad: option(
      SWITCH,
      LOADING,
      '--allow-load',
      'send load to production: it exhausts the rate limits of your keys',
      { yaml: 'allow.load' },
    ),
    readOnly: option(
      SWITCH,
      TESTING,
      '--read-only',
      'send only GET requests, even if storecheck.yaml allows more; limits and run still exhaust limits',
    ),
    confirmHost: option(
      TEXT,
      RECORDING,
      '--confirm-host <host>',
      'confirm the production host by its name, in scripts',
    ),
    requestsPerRun: {
      kind: integer(1),
      yaml: 'budgets.requestsPerRun',
      description:
        'Maximum requests of a run with all keys, confirmation attempts included. --max-requests overrides it.',
    },
    shareOfDay: {
      kind: SHARE,
      yaml: 'budgets.shareOfDay',
      description: `The share of a key's daily limit that may be used in 24 hours. Default on production: ${DEFAULTS.shareOfDay}.`,
    },
  },
  'What is sent:': {
    dryRun: option(
      SWITCH,
      RECORDING,
      '--dry-run',
      'print the requests (of capacity, the projection) and the cost, and send nothing',
    ),
    only: option(TEXTS, TESTING, '--only <ids>', `judge only these ids or patterns, e.g. '*headers*'; ${NO_PASS}`),
    skip: option(TEXTS, TESTING, '--skip <ids>', `skip these requirements, e.g. 'create.*'; ${NO_PASS}`),
    depth: option(
      oneOf(['standard', 'thorough'], 'standard or thorough'),
      ['check', 'run'],
      '--depth <depth>',
      'standard, or thorough to also send generated requests (default: standard)',
    ),
    seed: option(
      integer(0),
      ['check', 'run'],
      '--seed <n>',
      'seed of the generated requests; repeat it to send the same ones (default: random)',
    ),
    maxRequests: option(
      integer(1),
      TESTING,
      '--max-requests <n>',
      `maximum number of requests (default: the “at most” of the cost estimate; ${DEFAULTS.thoroughRequests} for a thorough check)`,
    ),
    maxDuration: option(
      DURATION,
      RECORDING,
      '--max-duration <duration>',
      'stop after this time, e.g. 10m; the run is then incomplete',
    ),
    today: option(
      DATE,
      TESTING,
      '--today <date>',
      'judge as of this date: which waivers have expired, and whether the removal date of GET /pets/{petId} has passed (YYYY-MM-DD; default: today)',
    ),
    k6: option(
      TEXT,
      [...LOADING, 'doctor'],
      '--k6 <path>',
      'k6 binary (default: K6_BIN, then PATH, then the cache, then a build with Go)',
    ),
    settle: {
      kind: DURATION,
      yaml: 'settle',
      description: `Time until a created animal must be visible. Default: ${DEFAULTS.settleSeconds}s.`,
      default: DEFAULTS.settleSeconds * 1_000,
    },
    categories: {
      kind: CATEGORIES,
      yaml: 'categories',
      description:
        'Category ids that exist in this deployment, if it rejects unknown ones. All 64 bits are kept. Default: any.',
      default: null,
    },
  },
  'Capacity:': {
    capacityPlans: {
      kind: CUSTOMERS,
      shared: 'capacity.plans',
      description:
        'The number of customers of each plan, and their activity. A plan that the specification lacks needs perMinute.',
    },
    mix: {
      kind: MIX,
      shared: 'capacity.mix',
      description: 'The share of each operation in the requests, with a sum of 1.',
      default: { list: 1, get: 0, create: 0 },
    },
    objectives: {
      kind: OBJECTIVES,
      shared: 'capacity.objectives',
      description: 'The objectives at the projected peak.',
    },
    capacityKeys: {
      kind: KEY_FILES,
      shared: 'capacity.keys',
      description: 'The keys of the load. No key exceeds 90 % of its limit.',
    },
    change: option(CHANGES, CAPACITY, '--change <plan=n>', 'new limit of a plan, in requests/min'),
    steps: option(
      LEVELS,
      CAPACITY,
      '--steps <percent,…>',
      'load steps, in percent of the projected peak (default: 50,75,100,125,150)',
    ),
    stepDuration: option(
      DURATION,
      CAPACITY,
      '--step-duration <seconds>',
      'duration of each step (default: as long as the objectives need, at least 30)',
    ),
    distribute: option(
      oneOf(['k6-operator'], 'k6-operator'),
      CAPACITY,
      '--distribute <name>',
      'write manifests for a cluster instead of sending requests: k6-operator',
    ),
    parallelism: option(integer(2, 500), CAPACITY, '--parallelism <n>', 'number of pods; required with --distribute'),
    namespace: option(TEXT, CAPACITY, '--namespace <name>', "namespace (default: the current context's)"),
  },
  'Result:': {
    out: option(TEXT, [...RECORDING, 'demo'], '--out <dir>', 'output folder (default: reports/<run-id>)'),
    reporter: option(
      REPORT_OUTPUTS,
      REPORTING,
      '--reporter <name[=path],…>',
      `report formats, each with a path or - for stdout (without one: json to stdout, files into the run’s folder): ${REPORTERS.join(', ')}`,
      {
        shared: 'reporters',
        description:
          "The report formats, as for --reporter: a name, or name=path. Paths are relative to this file's folder.",
      },
    ),
    failOn: option(
      listOf(FAIL_ON),
      REPORTING,
      '--fail-on <levels>',
      'what else keeps a run from passing: must (nothing: a violated must always does), should (warnings: exit code 1), drift (changes of accepted behaviour: exit code 1), skipped (a must was not tested because it needs a permission: exit code 3)',
      { yaml: 'failOn', shared: 'failOn', default: [] },
    ),
    quiet: option(SWITCH, REPORTING, '--quiet', 'print only the verdict'),
    verbose: option(SWITCH, REPORTING, '--verbose', 'also print passed requirements and every violation'),
  },
} as const;

type Groups = typeof SETTING_GROUPS;
type Name = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups];
type RowOf<N extends Name> = Extract<Groups[keyof Groups], Readonly<Record<N, unknown>>>[N];

export const SETTINGS: { readonly [N in Name]: RowOf<N> } = Object.assign({}, ...Object.values(SETTING_GROUPS));

type ValueOf<N extends Name> = RowOf<N> extends { readonly kind: Kind<infer T> } ? T : never;

export type Flags = { readonly [N in Name as RowOf<N> extends { flag: string } ? N : never]?: Typed<RowOf<N>> };
type Typed<R> = R extends { kind: { repeatable: true } }
  ? readonly string[]
  : R extends { flag: `${string} <${string}` }
    ? string
    : R extends { flag: `${string} [${string}` }
      ? string | true
      : boolean;

/** The settings that one place states: a target of storecheck.yaml, the file as a whole, or the options. */
export type StatedSettings = { readonly [N in Name]?: ValueOf<N> };

/** The value of every setting: from the option, else from storecheck.yaml, else its default. */
export type AllSettings = {
  readonly [N in Name]: ValueOf<N> | (RowOf<N> extends { readonly default: unknown } ? never : undefined);
};

export const SETTING_ENTRIES = Object.entries(SETTINGS) as readonly (readonly [Name, Setting])[];
