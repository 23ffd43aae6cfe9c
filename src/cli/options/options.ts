import { type Command, Option } from 'commander';
import { DEFAULTS } from '../../config/index.ts';
import { plural } from '../../reporters/text/count.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { collectProblems, didYouMean, type Problems } from '../console/problems.ts';
import { REPORTERS } from '../files/reporters.ts';
import { OFFER_OPTIONS, PROJECTION_OPTIONS } from './capacity-options.ts';

const plans = PLAN_NAMES.join(', ');
const PRODUCTION = 'every host is production, except loopback and targets with `class: staging` in storecheck.yaml';
const FAIL_ON =
  'what else keeps the run from passing, comma-separated: should (good practice), drift (changes from the pinned behaviour), skipped (a must that an option excluded, or for which a permission is missing: to create animals, or on production to send the key in a URL; exit 3). Tests that only run with an extra option or key do not count';
const FAIL_ON_WITH_LIMITS = `${FAIL_ON} (--sustain, --daily, --second-key)`;
const READ_ONLY = 'send only GET requests, whatever class and storecheck.yaml allow';
const READ_ONLY_WITH_LOAD = `${READ_ONLY}; limits are still exhausted`;
const EARLIER = '(default: as in the earlier run)';

/** The options of all commands that send or report, by their name in the code: flags, help text, and default. */
const OPTIONS = {
  target: ['--target <name>', 'target in storecheck.yaml'],
  config: ['--config <file>', 'configuration file (default: storecheck.yaml in this folder, if it exists)'],
  baseUrl: ['--base-url <url>', 'URL of the service, including the path prefix: https://staging.example.com/v1'],
  key: [
    '--key <plan=source>',
    `where a plan's key comes from, env:NAME or file:PATH (never the key itself); repeatable; plans: ${plans}. Default: the keys of the target, else STORE_API_KEY_FREE, _PRO, _BUSINESS and _ENTERPRISE`,
  ],
  plan: ['--plan <name>', 'plan whose key is used (default: the largest plan that has a key)'],
  enterprisePerMinute: ['--enterprise-per-minute <n>', 'requests/min of an enterprise key, from the contract'],
  enterprisePerDay: ['--enterprise-per-day <n>', 'requests per day of an enterprise key, from the contract'],
  window: [
    '--window <seconds>',
    `length of the rate limit window, if a test deployment has a shorter one (default: ${DEFAULTS.windowSeconds})`,
  ],
  timeout: ['--timeout <seconds>', `timeout of each request (default: ${DEFAULTS.timeoutSeconds})`],
  proxy: ['--proxy <url>', 'HTTP proxy; variables such as HTTPS_PROXY are ignored'],
  ca: ['--ca <file>', 'extra CA certificates (PEM)'],
  waitForReady: [
    '--wait-for-ready <duration>',
    'before the run, wait up to this long for a response other than 5xx, e.g. 60s',
  ],
  maxDuration: [
    '--max-duration <duration>',
    'stop after this time, e.g. 10m; storecheck judges what it recorded, and the run is incomplete',
  ],
  allowWrites: ['--allow-writes', 'create animals on a target of class staging or production (they cannot be deleted)'],
  readOnly: ['--read-only', READ_ONLY],
  confirmHost: ['--confirm-host <host>', 'repeat the host name, to confirm a permission on production'],
  maxRequests: [
    '--max-requests <n>',
    `maximum number of requests (default: the planned requests and a reserve; ${DEFAULTS.thoroughRequests} with --depth thorough)`,
  ],
  dryRun: ['--dry-run', 'print the requests and the cost, and send nothing'],
  only: [
    '--only <ids>',
    'judge only these requirements (globs, comma-separated, repeatable). The run is partial and cannot pass. A requirement that is judged over every response (see explain) needs every request',
  ],
  skip: ['--skip <ids>', 'skip these requirements (globs, comma-separated, repeatable)'],
  keyInUrl: [
    '--key-in-url',
    'on production, also send the key in a query, as everywhere else (auth.query-key): access logs may then contain it',
  ],
  depth: [
    '--depth <depth>',
    `standard or thorough; thorough also sends generated values, queries, ids and credentials, up to --max-requests`,
  ],
  seed: ['--seed <n>', 'seed of the exploration; the same seed repeats it (default: random)'],
  settle: ['--settle <seconds>', `time until a created animal must be visible (default: ${DEFAULTS.settleSeconds})`],
  categories: [
    '--categories <ids>',
    'category ids that exist in this deployment, comma-separated, if it rejects unknown ones',
  ],
  today: ['--today <date>', 'judge as of this date (YYYY-MM-DD)'],
  out: ['--out <dir>', 'output folder (default: reports/<run-id>)'],
  allowLoad: ['--allow-load', `exhaust each key's quota of the current window on production; ${PRODUCTION}`],
  secondKey: [
    '--second-key <plan=source>',
    "another customer's key of the plan, to verify that keys are counted separately; repeatable",
  ],
  sustain: [
    '--sustain [windows]',
    `afterwards, send requests at exactly the plan's rate for this many windows (default: ${DEFAULTS.sustainedWindows})`,
  ],
  daily: [
    '--daily <plan=source>',
    "afterwards, exhaust the daily limit of a dedicated key, at the plan's rate; repeatable",
  ],
  ban: [
    '--ban <plan=source>',
    'finally, keep sending after 429 with a dedicated key, which may be banned permanently; repeatable',
  ],
  refusals: [
    '--refusals <n>',
    `stop a burst after this many 429 responses, since keys can be banned (default: ${DEFAULTS.refusals})`,
  ],
  connections: ['--connections <n>', `concurrent connections per key (default: ${DEFAULTS.connections})`],
  k6: ['--k6 <path>', 'k6 binary (default: K6_BIN, then PATH, then the cache, then a build with Go)'],
  ...PROJECTION_OPTIONS,
  ...OFFER_OPTIONS,
  failOn: ['--fail-on <levels>', FAIL_ON],
  reporter: [
    '--reporter <name[=path],…>',
    `report formats: ${REPORTERS.join(', ')}. NAME=PATH writes to another file, NAME=- to stdout`,
  ],
  junitInconclusive: ['--junit-inconclusive <as>', 'how JUnit shows an inconclusive must: error or skipped', 'error'],
  htmlAssets: [
    '--html-assets <where>',
    'style sheet of the HTML report: inline, or split (a separate report.css, for Jenkins)',
    'inline',
  ],
  quiet: ['--quiet', 'print only the verdict'],
  verbose: ['--verbose', 'also print passed requirements, observations, all findings, and every request and response'],
  color: ['--color <when>', 'colored output: always, never or auto'],
} as const satisfies Record<string, readonly [flags: string, description: string, initial?: string]>;

type Name = keyof typeof OPTIONS;

const REPEATABLE = [
  ...(['key', 'secondKey', 'daily', 'ban', 'only', 'skip', 'reporter'] as const),
  ...(['change', 'subscribers', 'active', 'use', 'pullSecret', 'label'] as const),
] as const satisfies readonly Name[];

type Typed<N extends Name> = N extends (typeof REPEATABLE)[number]
  ? readonly string[]
  : (typeof OPTIONS)[N][0] extends `${string} <${string}`
    ? string
    : (typeof OPTIONS)[N][0] extends `${string} [${string}`
      ? string | true
      : boolean;

/** Options as typed. A missing repeatable option is an empty list. */
export type Flags = { readonly [N in Name]?: Typed<N> };

/** Help texts that differ for one command. undefined: the option is accepted without effect, and hidden from the help. */
const HELP_OF: Readonly<Record<string, { readonly [N in Name]?: string | undefined }>> = {
  limits: {
    readOnly: READ_ONLY_WITH_LOAD,
    failOn: FAIL_ON_WITH_LIMITS,
    maxRequests: 'maximum number of requests (default: the planned requests and a reserve)',
    plan: "exhaust only this plan's limit (default: every plan that has a key)",
    keyInUrl: undefined,
    depth: undefined,
    seed: undefined,
    settle: undefined,
    categories: undefined,
    allowWrites:
      'also send creates with an empty object (never stored) to a host other than loopback, to test that all operations share the limit',
  },
  run: {
    readOnly: READ_ONLY_WITH_LOAD,
    failOn: FAIL_ON_WITH_LIMITS,
    plan: 'plan whose key the check uses (default: the largest plan that has a key); every limit is exhausted',
  },
  rerun: {
    allowWrites:
      'create animals on a target of class staging or production (they cannot be deleted), or after a read-only run',
    readOnly: READ_ONLY_WITH_LOAD,
    baseUrl: `URL of the service, including the path prefix ${EARLIER}`,
    plan: 'repeat only what failed on this plan (default: on any plan)',
    window: `length of the rate limit window ${EARLIER}`,
    only: 'repeat only these of the failed requirements (globs, comma-separated, repeatable)',
    skip: undefined,
    depth: 'standard or thorough (default: thorough if the exploration of the earlier run found a failure)',
    seed: `seed of the exploration, with --depth thorough ${EARLIER}`,
  },
  capacity: {
    key: `where a plan's keys come from, env:NAME or file:PATH (one key per line); plans: ${plans}; repeatable`,
    enterprisePerMinute: 'requests/min of the enterprise keys, from the contract',
    enterprisePerDay: 'requests per day of the enterprise keys, from the contract',
    timeout: `timeout of each request (default: ${DEFAULTS.capacityTimeoutSeconds})`,
    allowLoad: `send load to production; ${PRODUCTION}`,
    allowWrites: 'send the creates of --mix (created animals cannot be deleted); without it, only reads are sent',
    dryRun: 'print the projection, the cost and what is missing, and send nothing',
  },
  doctor: { k6: 'k6 binary' },
};

const SERVICE = ['target', 'config', 'baseUrl', 'key'] as const;
const LIMITS_OF_KEYS = ['enterprisePerMinute', 'enterprisePerDay', 'window', 'timeout', 'proxy', 'ca'] as const;
const BOUNDS = ['waitForReady', 'maxDuration'] as const;
const PERMISSIONS = ['allowWrites', 'confirmHost'] as const;
const TARGET = [...SERVICE, 'plan', ...LIMITS_OF_KEYS] as const;
const FORMAT = ['reporter', 'junitInconclusive', 'htmlAssets', 'quiet', 'verbose', 'color'] as const;
const REPORT = ['failOn', ...FORMAT] as const;
const CHECK = [
  ...TARGET,
  ...BOUNDS,
  ...PERMISSIONS,
  ...(['readOnly', 'maxRequests', 'dryRun', 'only', 'skip', 'keyInUrl'] as const),
  ...(['depth', 'seed', 'settle', 'categories', 'today', 'out'] as const),
] as const;
const LOAD = ['allowLoad', 'secondKey', 'sustain', 'daily', 'ban', 'refusals', 'connections', 'k6'] as const;

const namesOf = <N extends Name>(options: Readonly<Record<N, unknown>>) => Object.keys(options) as N[];

/** The options of each kind of command, in the order of its help. */
export const OPTIONS_OF = {
  doctor: [...TARGET, 'k6', 'color'],
  check: [...CHECK, ...REPORT],
  limits: [...CHECK, ...LOAD, ...REPORT],
  capacity: [
    ...SERVICE,
    ...namesOf(PROJECTION_OPTIONS),
    ...LIMITS_OF_KEYS,
    'allowLoad',
    ...PERMISSIONS,
    ...BOUNDS,
    ...namesOf(OFFER_OPTIONS),
    ...(['dryRun', 'out', 'k6'] as const),
    ...REPORT,
  ],
  report: REPORT,
  format: FORMAT,
} as const satisfies Record<string, readonly Name[]>;

export function withOptions(command: Command, kind: keyof typeof OPTIONS_OF): Command {
  const own = HELP_OF[command.name()] ?? {};
  for (const name of OPTIONS_OF[kind]) {
    const [flags, description, initial] = OPTIONS[name] as readonly [string, string, string?];
    const option = new Option(flags, own[name] ?? description).hideHelp(name in own && own[name] === undefined);
    const isRepeatable = REPEATABLE.some((one) => one === name);
    if (isRepeatable) option.argParser((value, previous: readonly string[]) => [...previous, value]).default([]);
    else if (initial !== undefined) option.default(initial);
    command.addOption(option);
  }
  return command;
}

/** The problems of a command line before its values are read: every unknown option. Commander would stop at the first one. */
export function problemsOf(command: Command): Problems {
  const problems = collectProblems();
  const known = command.options.flatMap(({ long }) => long ?? []);
  const unknown = command.args.filter((argument) => argument.startsWith('-'));
  for (const option of unknown) {
    const name = option.split('=')[0] ?? option;
    problems.add(`unknown option ${name}${didYouMean(name, known)}`);
  }
  const expected = command.registeredArguments;
  const extra = expected.some(({ variadic }) => variadic) ? 0 : command.args.length - expected.length;
  if (unknown.length === 0 && extra > 0) {
    const takes = expected.map((argument) => `<${argument.name()}>`).join(' ') || 'only options';
    problems.add(
      `${command.name()} takes ${takes}: ${plural(extra, 'argument')} too many (not printed: one may be a key)`,
    );
  }
  return problems;
}
