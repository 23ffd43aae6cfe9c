import { type Command, Option } from 'commander';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { REPORTERS } from '../files/reporters.ts';
import { CAPACITY_OPTIONS } from './capacity-options.ts';

const plans = PLAN_NAMES.join(', ');

/** Every option of the commands that send or report, by its name in the code: as it is typed, its help, and its default. */
const OPTIONS = {
  target: ['--target <name>', 'a target of storecheck.yaml'],
  config: ['--config <file>', 'the configuration (default: storecheck.yaml in this folder, where there is one)'],
  baseUrl: ['--base-url <url>', 'the deployed service, path prefix included: https://staging.example.com/v1'],
  key: [
    '--key <plan=source>',
    `a key by its source, env:NAME or file:PATH (never a value); repeatable; plans: ${plans}; without any --key, STORE_API_KEY_FREE, _PRO, _BUSINESS and _ENTERPRISE are read where set (of the target's plans, where it states keys)`,
  ],
  plan: ['--plan <name>', 'which of the keys to use (default: the largest plan given)'],
  enterprisePerMinute: ['--enterprise-per-minute <n>', "the contract's number for an enterprise key"],
  enterprisePerDay: ['--enterprise-per-day <n>', "the contract's number for an enterprise key"],
  window: ['--window <seconds>', 'the length of the "minute", where a test deployment has a shorter one (default: 60)'],
  timeout: ['--timeout <seconds>', 'how long one request may take (default: 30)'],
  proxy: ['--proxy <url>', 'the proxy to go through; variables such as HTTPS_PROXY are not read'],
  ca: ['--ca <file>', "certificates (PEM) of an own authority, besides Node's"],
  waitForReady: [
    '--wait-for-ready <duration>',
    'first wait so long for the service to answer anything but 5xx, e.g. 60s',
  ],
  maxDuration: [
    '--max-duration <duration>',
    'end after so long, e.g. 10m: what was recorded is judged, and is incomplete',
  ],
  allowWrites: [
    '--allow-writes',
    'create animals on a host that is not loopback (they stay: the service cannot delete)',
  ],
  confirmHost: [
    '--confirm-host <host>',
    "the target's host once more: with --allow-writes or --allow-load on production",
  ],
  maxRequests: ['--max-requests <n>', 'a hard stop (default: what is planned and a reserve)'],
  dryRun: ['--dry-run', 'print the plan and send nothing'],
  only: [
    '--only <ids>',
    'judge only these requirements (globs, comma-separated, repeatable); a partial run cannot pass a gate. One that is judged over every response (see explain) takes every request',
  ],
  skip: ['--skip <ids>', 'leave these requirements out (globs, comma-separated, repeatable)'],
  depth: [
    '--depth <depth>',
    'standard, or thorough: also explore values, queries, ids and credentials within --max-requests (default there: 400)',
  ],
  seed: ['--seed <n>', 'repeat the exploration of an earlier run (default: a random number)'],
  settle: ['--settle <seconds>', 'how long a created animal may take to be seen (default: 2)'],
  categories: [
    '--categories <ids>',
    'the category ids that this deployment knows (comma-separated), where it refuses others',
  ],
  today: ['--today <date>', 'judge as if today were this date (YYYY-MM-DD)'],
  out: ['--out <dir>', "the run's folder (default: reports/<run-id>)"],
  allowLoad: ['--allow-load', "push limits on a host that is not loopback (uses up each key's minute)"],
  secondKey: [
    '--second-key <plan=source>',
    "another customer's key of that plan: shows whether keys are counted apart; repeatable",
  ],
  sustain: ['--sustain [windows]', "then pace requests at the plan's rate for so many whole windows (1)"],
  daily: [
    '--daily <plan=source>',
    "then use up the day of a key that is set aside for it, at the plan's rate; repeatable",
  ],
  ban: [
    '--ban <plan=source>',
    'at last go on after 429 with a key that is set aside for it, and may be banned for good; repeatable',
  ],
  refusals: ['--refusals <n>', 'stop a burst after so many refusals: keys can be banned (default: 8)'],
  connections: ['--connections <n>', 'connections open at once, for each key (default: 50)'],
  k6: ['--k6 <path>', 'the k6 to use (default: K6_BIN, PATH, the cache, or built once with Go)'],
  ...CAPACITY_OPTIONS,
  failOn: [
    '--fail-on <levels>',
    'what fails the run besides a must: should (good practice), drift (another behaviour than was pinned); comma-separated',
  ],
  reporter: [
    '--reporter <name[=path],…>',
    `${REPORTERS.join(', ')}; to its own file or to stdout, to another path (name=path), or to stdout (name=-)`,
  ],
  junitInconclusive: [
    '--junit-inconclusive <as>',
    'a must that could not be proven, in JUnit: error or skipped',
    'error',
  ],
  htmlAssets: [
    '--html-assets <where>',
    "the HTML report's style: inline, or split (report.css beside it, for Jenkins)",
    'inline',
  ],
  quiet: ['--quiet', 'print the verdict only'],
  verbose: ['--verbose', 'show passes, observations, every finding, and while sending every request and answer'],
  color: ['--color <when>', 'always, never or auto'],
} as const satisfies Record<string, readonly [flags: string, description: string, initial?: string]>;

type Name = keyof typeof OPTIONS;

const REPEATABLE = [
  ...(['key', 'secondKey', 'daily', 'ban', 'only', 'skip', 'reporter'] as const),
  ...(['change', 'subscribers', 'active', 'use', 'pullSecret', 'label'] as const),
] as const satisfies readonly Name[];

/** What an option's place in the command line gives. */
type Typed<N extends Name> = N extends (typeof REPEATABLE)[number]
  ? readonly string[]
  : (typeof OPTIONS)[N][0] extends `${string} <${string}`
    ? string
    : (typeof OPTIONS)[N][0] extends `${string} [${string}`
      ? string | true
      : boolean;

/** Options as they were typed. A repeatable one that the command has is an empty list if it was not given. */
export type Flags = { readonly [N in Name]?: Typed<N> };

/** What an option means to one command, if that differs; undefined: it is taken, changes nothing there, and is not in the help. */
const HELP_OF: Readonly<Record<string, { readonly [N in Name]?: string | undefined }>> = {
  limits: {
    plan: "push this plan's limit only (default: of every plan whose key is given)",
    depth: undefined,
    seed: undefined,
    settle: undefined,
    categories: undefined,
  },
  run: {
    plan: 'which of the keys to check with (default: the largest plan given); every limit is pushed all the same',
  },
  rerun: {
    plan: 'what failed on this plan only (default: what failed on any; check with the plan that it was made with)',
  },
  capacity: {
    key: `keys by their source, env:NAME or file:PATH (one key a line); ${plans}; repeatable`,
    enterprisePerMinute: "the contract's number for enterprise keys",
    enterprisePerDay: "the contract's number for enterprise keys",
    window: 'the length of the "minute" of the keys, where a test deployment has a shorter one (default: 60)',
    timeout: 'how long one request may take (default: 10)',
    allowLoad: 'offer load to a host that is not loopback',
    allowWrites: 'create animals as the mix says (they stay: the service cannot delete); else reads only',
    confirmHost: "the target's host once more: with --allow-load or --allow-writes on production",
    dryRun: 'print the projection, what it costs and what is missing, and send nothing',
  },
  doctor: { k6: 'the k6 to use' },
};

/** Options that several commands take. */
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
  ...(['maxRequests', 'dryRun', 'only', 'skip', 'depth', 'seed', 'settle', 'categories', 'today', 'out'] as const),
] as const;
const LOAD = ['allowLoad', 'secondKey', 'sustain', 'daily', 'ban', 'refusals', 'connections', 'k6'] as const;

/** The options of each kind of command, in the order of its help. */
export const OPTIONS_OF = {
  doctor: [...TARGET, 'k6', 'color'],
  check: [...CHECK, ...REPORT],
  limits: [...CHECK, ...LOAD, ...REPORT],
  capacity: [
    ...BOUNDS,
    ...SERVICE,
    ...(['change', 'subscribers', 'active', 'use', 'mix', 'p50', 'p95', 'p99', 'errors', 'steps'] as const),
    'stepDuration',
    ...LIMITS_OF_KEYS,
    'allowLoad',
    ...PERMISSIONS,
    ...([
      'compare',
      'segments',
      'startAt',
      'distribute',
      'parallelism',
      'namespace',
      'k6Image',
      'starterImage',
    ] as const),
    ...(['pullSecret', 'separateNodes', 'label', 'dryRun', 'out', 'k6'] as const),
    ...REPORT,
  ],
  report: REPORT,
  format: FORMAT,
} as const satisfies Record<string, readonly Name[]>;

/** Adds the options of a kind of command. */
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

/** Commander stops at the first unknown option; every problem is named at once here instead. */
export function tellUnknown(command: Command, problems: Problems): void {
  const known = command.options.flatMap(({ long }) => long ?? []);
  const unknown = command.args.filter((argument) => argument.startsWith('-'));
  for (const option of unknown) {
    const name = option.split('=')[0] ?? option;
    problems.add(`unknown option ${name}${didYouMean(name, known)}`);
  }
  const expected = command.registeredArguments.some(({ variadic }) => variadic)
    ? command.args.length
    : command.registeredArguments.length;
  if (unknown.length === 0 && command.args.length > expected)
    problems.add(
      `${command.args.length - expected} unexpected argument(s) behind the options (not repeated here: it may be a key)`,
    );
}
