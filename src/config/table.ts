import { PLAN_NAMES } from '../spec/plans.ts';
import {
  BASE_URL,
  CATEGORIES,
  CLIENT_CERTIFICATE,
  DATE,
  DURATION,
  FILE,
  keysOfPlans,
  oneOf,
  PROXY,
  QUOTA,
  SHARE,
  SWITCH,
  TEXT,
  TEXTS,
  whole,
} from './kinds.ts';
import { LEVELS, REPORTERS, REPORTS_ASKED } from './reporters.ts';
import { inFile, option, repeatable, type Setting } from './row.ts';
import { TARGET_CLASSES } from './target-class.ts';

/** Values that help texts, descriptions and estimates repeat: durations in seconds. */
export const DEFAULTS = {
  /** The minute of the specification. */
  windowSeconds: 60,
  /** The time until lists must show what a create stored. */
  settleSeconds: 2,
  timeoutSeconds: 30,
  /** A response that takes longer proves nothing more about capacity. */
  capacityTimeoutSeconds: 10,
  thoroughRequests: 400,
} as const;

const TESTS = ['check', 'limits', 'run'] as const;
const SENDS = [...TESTS, 'capacity'] as const;
const ASKS = [...SENDS, 'doctor'] as const;
const LOADS = ['limits', 'run', 'capacity'] as const;
const REPORTS = [...SENDS, 'report', 'demo'] as const;

/** What `--only` and `--skip` do to the verdict. */
const NO_PASS = 'the run cannot pass if this excludes a must';

/**
 * Every setting of a run, by the groups of the help; those without an option are only in storecheck.yaml. From a row follow
 * commander's option and its help, the JSON Schema of storecheck.yaml and its reference page, the type of its value, and how it is read. Durations are milliseconds.
 */
export const GROUPS = {
  'Target:': {
    target: { kind: TEXT, ...option(ASKS, '--target <name>', 'target in storecheck.yaml') },
    config: {
      kind: TEXT,
      ...option(ASKS, '--config <file>', 'configuration file (default: storecheck.yaml in this folder)'),
    },
    baseUrl: {
      kind: BASE_URL,
      ...option(ASKS, '--base-url <url>', 'URL of the service with its path, e.g. https://staging.example.com/v1'),
      ...inFile('baseUrl!'),
    },
    class: {
      kind: oneOf(TARGET_CLASSES, 'local, staging or production'),
      ...inFile(
        'class',
        'The class of the deployment. Default: production (only GET, no load), or local for a loopback host.',
      ),
    },
    proxy: {
      kind: PROXY,
      ...option(ASKS, '--proxy <url>', 'HTTP proxy; variables such as HTTPS_PROXY are ignored'),
      ...inFile('proxy'),
    },
    ca: {
      kind: FILE,
      ...option(ASKS, '--ca <file>', 'extra CA certificates (PEM)'),
      ...inFile('ca'),
    },
    timeout: {
      kind: DURATION,
      ...option(
        ASKS,
        '--timeout <seconds>',
        `timeout of each request (default: ${DEFAULTS.timeoutSeconds}; of capacity: ${DEFAULTS.capacityTimeoutSeconds})`,
      ),
      ...inFile('timeout'),
    },
    clientCertificate: {
      kind: CLIENT_CERTIFICATE,
      ...inFile('clientCertificate', 'The client certificate.'),
    },
  },
  'Keys and plans:': {
    key: {
      kind: TEXTS,
      ...repeatable(
        ASKS,
        '--key <plan=source>',
        'where to read the key of a plan (for capacity, keys, one per line): env:NAME or file:PATH (default: env:STORE_API_KEY_<PLAN>, e.g. env:STORE_API_KEY_PRO)',
      ),
    },
    keys: {
      kind: keysOfPlans({ several: true }),
      ...inFile('keys', 'Sources of the keys, one or several per plan. If set, only keys of these plans are used.'),
    },
    secondKey: {
      kind: TEXTS,
      ...repeatable(
        ['limits', 'run'],
        '--second-key <plan=source>',
        'key of another customer on the plan: also test that the two keys do not share one limit',
      ),
    },
    secondKeys: {
      kind: keysOfPlans({ several: false }),
      ...inFile('secondKeys', "Another customer's keys, to verify that customers are counted separately."),
    },
    plan: {
      kind: oneOf(PLAN_NAMES, 'a plan: free, pro, business or enterprise'),
      ...option(
        [...TESTS, 'doctor'],
        '--plan <name>',
        `plan whose key the check uses: ${PLAN_NAMES.join(', ')} (default: the largest that has a key); limits exhausts only this plan, run every plan that has a key`,
      ),
    },
    enterprise: {
      kind: QUOTA,
      ...option(
        ASKS,
        '--enterprise <n[/day]>',
        'limits of your enterprise plan, from the contract: requests/min, and per day',
      ),
      ...inFile('enterprise'),
    },
    window: {
      kind: DURATION,
      ...option(ASKS, '--window <seconds>', `length of the rate limit window (default: ${DEFAULTS.windowSeconds})`),
      ...inFile('window'),
      default: DEFAULTS.windowSeconds * 1_000,
    },
  },
  'Permissions:': {
    allowWrites: {
      kind: SWITCH,
      ...option(SENDS, '--allow-writes', 'also send POST requests on staging or production; animals cannot be deleted'),
      ...inFile('allow.writes'),
    },
    allowLoad: {
      kind: SWITCH,
      ...option(LOADS, '--allow-load', 'send load to production: it exhausts the rate limits of your keys'),
      ...inFile('allow.load'),
    },
    readOnly: {
      kind: SWITCH,
      ...option(
        TESTS,
        '--read-only',
        'send only GET requests, even if storecheck.yaml allows more; limits and run still exhaust limits',
      ),
    },
    confirmHost: {
      kind: TEXT,
      ...option(SENDS, '--confirm-host <host>', 'confirm the production host by its name, in scripts'),
    },
    requestsPerRun: {
      kind: whole(1),
      ...inFile(
        'budgets.requestsPerRun',
        'Maximum requests of a run with all keys, confirmation attempts included. --max-requests overrides it.',
      ),
    },
    shareOfDay: {
      kind: SHARE,
      ...inFile(
        'budgets.shareOfDay',
        "The share of a key's daily limit that may be used in 24 hours. Default on production: 0.5.",
      ),
    },
  },
  'What is sent:': {
    dryRun: {
      kind: SWITCH,
      ...option(SENDS, '--dry-run', 'print the requests (of capacity, the projection) and the cost, and send nothing'),
      default: false,
    },
    only: {
      kind: TEXTS,
      ...repeatable(TESTS, '--only <ids>', `judge only these requirements, e.g. 'list.*,limit.reset-*'; ${NO_PASS}`),
    },
    skip: {
      kind: TEXTS,
      ...repeatable(TESTS, '--skip <ids>', `skip these requirements, e.g. 'create.*'; ${NO_PASS}`),
    },
    depth: {
      kind: oneOf(['standard', 'thorough'], 'standard or thorough'),
      ...option(
        ['check', 'run'],
        '--depth <depth>',
        'standard, or thorough to also send generated requests (default: standard)',
      ),
      default: 'standard',
    },
    seed: {
      kind: whole(0),
      ...option(
        ['check', 'run'],
        '--seed <n>',
        'seed of the generated requests; repeat it to send the same ones (default: random)',
      ),
    },
    maxRequests: {
      kind: whole(1),
      ...option(
        TESTS,
        '--max-requests <n>',
        `maximum number of requests (default: the “at most” of the cost estimate; ${DEFAULTS.thoroughRequests} for a thorough check)`,
      ),
    },
    maxDuration: {
      kind: DURATION,
      ...option(SENDS, '--max-duration <duration>', 'stop after this time, e.g. 10m; the run is then incomplete'),
    },
    today: {
      kind: DATE,
      ...option(
        TESTS,
        '--today <date>',
        'judge as of this date: which waivers have expired, and whether the removal date of GET /pets/{petId} has passed (YYYY-MM-DD; default: today)',
      ),
    },
    daily: {
      kind: TEXTS,
      ...repeatable(['limits', 'run'], '--daily <plan=source>', 'also exhaust the daily limit of this dedicated key'),
    },
    sustain: {
      kind: whole(1),
      ...option(
        ['limits', 'run'],
        '--sustain [windows]',
        'also send requests at exactly the limit, for this many windows (default: 1)',
      ),
      default: 0,
    },
    k6: {
      kind: TEXT,
      ...option(
        [...LOADS, 'doctor'],
        '--k6 <path>',
        'k6 binary (default: K6_BIN, then PATH, then the cache, then a build with Go)',
      ),
    },
    settle: {
      kind: DURATION,
      ...inFile('settle', `Time until a created animal must be visible. Default: ${DEFAULTS.settleSeconds}s.`),
      default: DEFAULTS.settleSeconds * 1_000,
    },
    categories: {
      kind: CATEGORIES,
      ...inFile(
        'categories',
        'Category ids that exist in this deployment, if it rejects unknown ones. All 64 bits are kept. Default: any.',
      ),
      default: null,
    },
  },
  'Capacity:': {
    change: {
      kind: TEXTS,
      ...repeatable(['capacity'], '--change <plan=n>', 'new limit of a plan, in requests/min'),
    },
    steps: {
      kind: TEXT,
      ...option(
        ['capacity'],
        '--steps <percent,…>',
        'load steps, in percent of the projected peak (default: 50,75,100,125,150)',
      ),
    },
    stepDuration: {
      kind: DURATION,
      ...option(
        ['capacity'],
        '--step-duration <seconds>',
        'duration of each step (default: as long as the objectives need, at least 30)',
      ),
    },
    distribute: {
      kind: oneOf(['k6-operator'], 'k6-operator'),
      ...option(
        ['capacity'],
        '--distribute <name>',
        'write manifests for a cluster instead of sending requests: k6-operator',
      ),
    },
    parallelism: { kind: whole(2, 500), ...option(['capacity'], '--parallelism <n>', 'number of pods (required)') },
    namespace: {
      kind: TEXT,
      ...option(['capacity'], '--namespace <name>', "namespace (default: the current context's)"),
    },
  },
  'Result:': {
    out: { kind: TEXT, ...option([...SENDS, 'demo'], '--out <dir>', 'output folder (default: reports/<run-id>)') },
    reporter: {
      kind: REPORTS_ASKED,
      ...repeatable(
        REPORTS,
        '--reporter <name[=path],…>',
        `report formats, each with a path or - for stdout (without one: json to stdout, files into the run’s folder): ${REPORTERS.join(', ')}`,
      ),
      ...inFile(
        '/reporters',
        "The report formats, as for --reporter: a name, or name=path. Paths are relative to this file's folder.",
      ),
    },
    failOn: {
      kind: LEVELS,
      ...option(
        REPORTS,
        '--fail-on <levels>',
        'what else keeps a run from passing: should (warnings: exit code 1), drift (changes of accepted behaviour: exit code 1), skipped (a must was not tested because it needs a permission: exit code 3)',
      ),
      ...inFile('failOn/'),
    },
    quiet: { kind: SWITCH, ...option(REPORTS, '--quiet', 'print only the verdict'), default: false },
    verbose: {
      kind: SWITCH,
      ...option(REPORTS, '--verbose', 'also print passed requirements and every violation'),
      default: false,
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

export const SETTINGS = {
  ...GROUPS['Target:'],
  ...GROUPS['Keys and plans:'],
  ...GROUPS['Permissions:'],
  ...GROUPS['What is sent:'],
  ...GROUPS['Capacity:'],
  ...GROUPS['Result:'],
};
