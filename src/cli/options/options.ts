import { type Command, Option } from 'commander';
import { DEFAULTS } from '../../config/defaults.ts';
import { plural } from '../../reporters/text/count.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { whyGone } from '../console/gone.ts';
import { collectProblems, didYouMean, type Problems } from '../console/problems.ts';
import { REPORTERS } from '../files/reporters.ts';
import { OFFER_OPTIONS, PROJECTION_OPTIONS } from './capacity-options.ts';

const plans = PLAN_NAMES.join(', ');
const FAIL_ON =
  'what else keeps a run from passing: should (warnings: exit code 1), drift (changes of accepted behaviour: exit code 1), skipped (a must was not tested because it needs a permission: exit code 3)';
const PARTIAL = 'repeatable. The run cannot pass if this excludes a must';
const READ_ONLY = 'send only GET requests, even if storecheck.yaml allows more';
const READ_ONLY_WITH_LOAD = `${READ_ONLY}; limits are still exhausted`;

/** The options of all commands that send or report, by their name in the code: flags, help text, and default. */
const OPTIONS = {
  target: ['--target <name>', 'target in storecheck.yaml'],
  config: ['--config <file>', 'configuration file (default: storecheck.yaml in this folder)'],
  baseUrl: ['--base-url <url>', 'URL of the service with its path, e.g. https://staging.example.com/v1'],
  key: [
    '--key <plan=source>',
    'where to read the key of a plan: env:NAME or file:PATH; repeatable (default: env:STORE_API_KEY_<PLAN>, e.g. env:STORE_API_KEY_PRO)',
  ],
  plan: ['--plan <name>', `plan whose key is used: ${plans} (default: the largest that has a key)`],
  enterprise: [
    '--enterprise <n[/day]>',
    'limits of your enterprise plan: requests/min, and per day, e.g. 5000/1000000',
  ],
  window: ['--window <seconds>', `length of the rate limit window (default: ${DEFAULTS.windowSeconds})`],
  timeout: ['--timeout <seconds>', `timeout of each request (default: ${DEFAULTS.timeoutSeconds})`],
  proxy: ['--proxy <url>', 'HTTP proxy; variables such as HTTPS_PROXY are ignored'],
  ca: ['--ca <file>', 'extra CA certificates (PEM)'],
  maxDuration: ['--max-duration <duration>', 'stop after this time, e.g. 10m; the run is then incomplete'],
  allowWrites: ['--allow-writes', 'create animals on staging or production; they cannot be deleted'],
  readOnly: ['--read-only', READ_ONLY],
  confirmHost: ['--confirm-host <host>', 'confirm the production host by its name, in scripts'],
  maxRequests: [
    '--max-requests <n>',
    `maximum number of requests (default: the “at most” of the cost estimate; ${DEFAULTS.thoroughRequests} with --depth thorough)`,
  ],
  dryRun: ['--dry-run', 'print the requests and the cost, and send nothing'],
  only: ['--only <ids>', `judge only these requirements, e.g. 'list.*,get.ok'; ${PARTIAL}`],
  skip: ['--skip <ids>', `skip these requirements, e.g. 'create.*'; ${PARTIAL}`],
  depth: ['--depth <depth>', 'standard, or thorough to also send generated requests (default: standard)'],
  seed: ['--seed <n>', 'seed of the generated requests; repeat it to send the same ones (default: random)'],
  today: [
    '--today <date>',
    'judge as of this date: which waivers have expired, and whether the removal date of GET /pets/{petId} has passed (YYYY-MM-DD; default: today)',
  ],
  out: ['--out <dir>', 'output folder (default: reports/<run-id>)'],
  allowLoad: ['--allow-load', 'exhaust the rate limits of your keys on production'],
  secondKey: [
    '--second-key <plan=source>',
    'key of another customer on the plan: also test that the two keys do not share one limit; repeatable',
  ],
  sustain: [
    '--sustain [windows]',
    `also send requests at exactly the limit, for this many windows (default: ${DEFAULTS.sustainedWindows})`,
  ],
  daily: ['--daily <plan=source>', 'also exhaust the daily limit of this dedicated key; repeatable'],
  k6: ['--k6 <path>', 'k6 binary (default: K6_BIN, then PATH, then the cache, then a build with Go)'],
  ...PROJECTION_OPTIONS,
  ...OFFER_OPTIONS,
  failOn: ['--fail-on <levels>', FAIL_ON],
  reporter: [
    '--reporter <name[=path],…>',
    `report formats, each with a path or - for stdout (without one: json to stdout, files into the run’s folder): ${REPORTERS.join(', ')}`,
  ],
  quiet: ['--quiet', 'print only the verdict'],
  verbose: ['--verbose', 'also print passed requirements, every violation, and every request'],
} as const satisfies Record<string, readonly [flags: string, description: string]>;

type Name = keyof typeof OPTIONS;

const REPEATABLE = [
  ...(['key', 'secondKey', 'daily', 'only', 'skip', 'reporter'] as const),
  'change',
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

/** The groups of the help and their options, in its order. */
const GROUPS: Readonly<Record<string, readonly Name[]>> = {
  'Target:': ['target', 'config', 'baseUrl', 'proxy', 'ca', 'timeout'],
  'Keys and plans:': ['key', 'plan', 'enterprise', 'window'],
  'Permissions:': ['allowWrites', 'allowLoad', 'confirmHost', 'readOnly'],
  'What is sent:': [...(['dryRun', 'only', 'skip', 'depth', 'seed', 'maxRequests', 'maxDuration'] as const)],
  'More experiments:': ['secondKey', 'sustain', 'daily'],
  'Plan change:': ['change', 'steps', 'stepDuration'],
  'Kubernetes:': ['distribute', 'parallelism', 'namespace'],
  'k6:': ['k6'],
  'Result and output:': [...(['out', 'failOn', 'today', 'reporter', 'quiet', 'verbose'] as const)],
};

/** The group that every grouped help ends with. */
export const LAST_GROUP = 'Result and output:';

/** Help texts that differ for one command. */
const HELP_OF: Readonly<Record<string, { readonly [N in Name]?: string }>> = {
  limits: {
    readOnly: READ_ONLY_WITH_LOAD,
    maxRequests: 'maximum number of requests (default: the “at most” of the cost estimate)',
    only: `judge only these requirements, e.g. 'limit.reset-*'; ${PARTIAL}`,
    skip: `skip these requirements, e.g. 'limit.retry-after-*'; ${PARTIAL}`,
    plan: 'exhaust only the limit of this plan (default: every plan that has a key)',
    allowWrites: 'also send POST requests on staging or production; all are invalid, so nothing is stored',
  },
  run: {
    readOnly: READ_ONLY_WITH_LOAD,
    plan: 'plan whose key the check uses (default: the largest that has a key); limits exhausts every plan that has a key',
    maxRequests: `maximum number of requests (default: the sum of both “at most” of the cost estimate; with --depth thorough, ${DEFAULTS.thoroughRequests} for the check)`,
  },
  capacity: {
    key: `where to read the keys of a plan, one per line: env:NAME or file:PATH; repeatable`,
    timeout: `timeout of each request (default: ${DEFAULTS.capacityTimeoutSeconds})`,
    allowLoad: 'send load to production',
    allowWrites: 'send the POST requests of the mix; the animals they create cannot be deleted',
    dryRun: 'print the projection, the cost and what is missing, and send nothing',
  },
  doctor: { k6: 'k6 binary' },
};

const SERVICE = ['target', 'config', 'baseUrl', 'key'] as const;
const LIMITS_OF_KEYS = ['enterprise', 'window', 'timeout', 'proxy', 'ca'] as const;
const PERMISSIONS = ['allowWrites', 'confirmHost'] as const;
const TARGET = [...SERVICE, 'plan', ...LIMITS_OF_KEYS] as const;
const FORMAT = ['reporter', 'quiet', 'verbose'] as const;
const REPORT = ['failOn', ...FORMAT] as const;
const CHECK = [
  ...TARGET,
  ...PERMISSIONS,
  ...(['readOnly', 'maxRequests', 'maxDuration', 'dryRun', 'only', 'skip'] as const),
  ...(['today', 'out'] as const),
] as const;
const EXPLORATION = ['depth', 'seed'] as const;
const LOAD = ['allowLoad', 'secondKey', 'sustain', 'daily', 'k6'] as const;

const namesOf = <N extends Name>(options: Readonly<Record<N, unknown>>) => Object.keys(options) as N[];

/** The options of each kind of command. */
export const OPTIONS_OF = {
  doctor: [...TARGET, 'k6'],
  check: [...CHECK, ...EXPLORATION, ...REPORT],
  limits: [...CHECK, ...LOAD, ...REPORT],
  run: [...CHECK, ...EXPLORATION, ...LOAD, ...REPORT],
  capacity: [
    ...SERVICE,
    ...namesOf(PROJECTION_OPTIONS),
    ...LIMITS_OF_KEYS,
    'allowLoad',
    ...PERMISSIONS,
    ...namesOf(OFFER_OPTIONS),
    ...(['maxDuration', 'dryRun', 'out', 'k6'] as const),
    ...REPORT,
  ],
  report: REPORT,
} as const satisfies Record<string, readonly Name[]>;

export function withOptions(command: Command, kind: keyof typeof OPTIONS_OF): Command {
  const own = HELP_OF[command.name()] ?? {};
  const names: readonly Name[] = OPTIONS_OF[kind];
  const grouped = Object.entries(GROUPS).flatMap(([group, all]) =>
    all.filter((name) => names.includes(name)).map((name) => ({ group, name })),
  );
  for (const { group, name } of grouped) {
    const [flags, description] = OPTIONS[name];
    const option = new Option(flags, own[name] ?? description).helpGroup(group);
    if (REPEATABLE.some((one) => one === name))
      option.argParser((value, previous: readonly string[]) => [...previous, value]).default([]);
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
    problems.add(whyGone(name) ?? `unknown option ${name}${didYouMean(name, known)}`);
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
