import { type Command, Option } from 'commander';
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import { REPORTERS } from '../../config/reporters.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { plural } from '../../text/count.ts';
import { whyGone } from '../console/gone.ts';
import { collectProblems, type Problems } from '../console/problems.ts';

type CommandName = 'check' | 'limits' | 'run' | 'capacity' | 'doctor' | 'report' | 'demo';

/** Help texts that differ for a command. */
type HelpOf = { readonly [C in CommandName]?: string };

/** An option of these commands. */
const option = <const Typed extends string>(
  typed: Typed,
  commands: readonly CommandName[],
  help: string,
  helpOf: HelpOf = {},
) => ({ typed, commands, help, helpOf, isRepeatable: false as const });

const repeatable = <const Typed extends string>(...row: Parameters<typeof option<Typed>>) => ({
  ...option<Typed>(...row),
  isRepeatable: true as const,
});

const TESTS = ['check', 'limits', 'run'] as const;
const SENDS = [...TESTS, 'capacity'] as const;
const LOADS = ['limits', 'run', 'capacity'] as const;
const REPORTS = [...SENDS, 'report', 'demo'] as const;

const PARTIAL = 'repeatable. The run cannot pass if this excludes a must';
const READ_ONLY = 'send only GET requests, even if storecheck.yaml allows more';
const READ_ONLY_WITH_LOAD = `${READ_ONLY}; limits are still exhausted`;

/** The group that every grouped help ends with. */
export const LAST_GROUP = 'Result:';

/** The options of all commands that send or report, in the groups and the order of the help. Each has one row, from which its type and its help follow. */
const OPTIONS = {
  'Target:': {
    target: option('--target <name>', [...SENDS, 'doctor'], 'target in storecheck.yaml'),
    config: option(
      '--config <file>',
      [...SENDS, 'doctor'],
      'configuration file (default: storecheck.yaml in this folder)',
    ),
    baseUrl: option(
      '--base-url <url>',
      [...SENDS, 'doctor'],
      'URL of the service with its path, e.g. https://staging.example.com/v1',
    ),
    proxy: option('--proxy <url>', [...SENDS, 'doctor'], 'HTTP proxy; variables such as HTTPS_PROXY are ignored'),
    ca: option('--ca <file>', [...SENDS, 'doctor'], 'extra CA certificates (PEM)'),
    timeout: option(
      '--timeout <seconds>',
      [...SENDS, 'doctor'],
      `timeout of each request (default: ${DEFAULTS.timeoutSeconds})`,
      { capacity: `timeout of each request (default: ${DEFAULTS.capacityTimeoutSeconds})` },
    ),
  },
  'Keys and plans:': {
    key: repeatable(
      '--key <plan=source>',
      [...SENDS, 'doctor'],
      'where to read the key of a plan: env:NAME or file:PATH; repeatable (default: env:STORE_API_KEY_<PLAN>, e.g. env:STORE_API_KEY_PRO)',
      { capacity: 'where to read the keys of a plan, one per line: env:NAME or file:PATH; repeatable' },
    ),
    secondKey: repeatable(
      '--second-key <plan=source>',
      ['limits', 'run'],
      'key of another customer on the plan: also test that the two keys do not share one limit; repeatable',
    ),
    plan: option(
      '--plan <name>',
      [...TESTS, 'doctor'],
      `plan whose key is used: ${PLAN_NAMES.join(', ')} (default: the largest that has a key)`,
      {
        limits: 'exhaust only the limit of this plan (default: every plan that has a key)',
        run: 'plan whose key the check uses (default: the largest that has a key); limits exhausts every plan that has a key',
      },
    ),
    enterprise: option(
      '--enterprise <n[/day]>',
      [...SENDS, 'doctor'],
      'limits of your enterprise plan: requests/min, and per day, e.g. 5000/1000000',
    ),
    window: option(
      '--window <seconds>',
      [...SENDS, 'doctor'],
      `length of the rate limit window (default: ${DEFAULTS.windowSeconds})`,
    ),
  },
  'Permissions:': {
    allowWrites: option('--allow-writes', SENDS, 'create animals on staging or production; they cannot be deleted', {
      limits:
        'also send POST requests on staging or production; a service that does not refuse the valid one stores its animal',
      capacity: 'send the POST requests of the mix; the animals they create cannot be deleted',
    }),
    allowLoad: option('--allow-load', LOADS, 'exhaust the rate limits of your keys on production', {
      capacity: 'send load to production',
    }),
    readOnly: option('--read-only', TESTS, READ_ONLY, { limits: READ_ONLY_WITH_LOAD, run: READ_ONLY_WITH_LOAD }),
    confirmHost: option('--confirm-host <host>', SENDS, 'confirm the production host by its name, in scripts'),
  },
  'What is sent:': {
    dryRun: option('--dry-run', SENDS, 'print the requests and the cost, and send nothing', {
      capacity: 'print the projection, the cost and what is missing, and send nothing',
    }),
    only: repeatable('--only <ids>', TESTS, `judge only these requirements, e.g. 'list.*,get.ok'; ${PARTIAL}`, {
      limits: `judge only these requirements, e.g. 'limit.reset-*'; ${PARTIAL}`,
    }),
    skip: repeatable('--skip <ids>', TESTS, `skip these requirements, e.g. 'create.*'; ${PARTIAL}`, {
      limits: `skip these requirements, e.g. 'limit.retry-after-*'; ${PARTIAL}`,
    }),
    depth: option(
      '--depth <depth>',
      ['check', 'run'],
      'standard, or thorough to also send generated requests (default: standard)',
    ),
    seed: option(
      '--seed <n>',
      ['check', 'run'],
      'seed of the generated requests; repeat it to send the same ones (default: random)',
    ),
    maxRequests: option(
      '--max-requests <n>',
      TESTS,
      `maximum number of requests (default: the “at most” of the cost estimate; ${DEFAULTS.thoroughRequests} with --depth thorough)`,
      {
        limits: 'maximum number of requests (default: the “at most” of the cost estimate)',
        run: `maximum number of requests (default: the sum of both “at most” of the cost estimate; with --depth thorough, ${DEFAULTS.thoroughRequests} for the check)`,
      },
    ),
    maxDuration: option(
      '--max-duration <duration>',
      SENDS,
      'stop after this time, e.g. 10m; the run is then incomplete',
    ),
    today: option(
      '--today <date>',
      TESTS,
      'judge as of this date: which waivers have expired, and whether the removal date of GET /pets/{petId} has passed (YYYY-MM-DD; default: today)',
    ),
    daily: repeatable(
      '--daily <plan=source>',
      ['limits', 'run'],
      'also exhaust the daily limit of this dedicated key; repeatable',
    ),
    sustain: option(
      '--sustain [windows]',
      ['limits', 'run'],
      `also send requests at exactly the limit, for this many windows (default: ${DEFAULTS.sustainedWindows})`,
    ),
    k6: option(
      '--k6 <path>',
      [...LOADS, 'doctor'],
      'k6 binary (default: K6_BIN, then PATH, then the cache, then a build with Go)',
      { doctor: 'k6 binary' },
    ),
  },
  'Capacity:': {
    change: repeatable('--change <plan=n>', ['capacity'], 'new limit of a plan, in requests/min; repeatable'),
    steps: option(
      '--steps <percent,…>',
      ['capacity'],
      'load steps, in percent of the projected peak (default: 50,75,100,125,150)',
    ),
    stepDuration: option(
      '--step-duration <seconds>',
      ['capacity'],
      'duration of each step (default: as long as the objectives need, at least 30)',
    ),
    distribute: option(
      '--distribute <name>',
      ['capacity'],
      'write manifests for a cluster instead of sending requests: k6-operator',
    ),
    parallelism: option('--parallelism <n>', ['capacity'], 'number of pods (required)'),
    namespace: option('--namespace <name>', ['capacity'], "namespace (default: the current context's)"),
  },
  [LAST_GROUP]: {
    out: option('--out <dir>', [...SENDS, 'demo'], 'output folder (default: reports/<run-id>)'),
    reporter: repeatable(
      '--reporter <name[=path],…>',
      REPORTS,
      `report formats, each with a path or - for stdout (without one: json to stdout, files into the run’s folder): ${REPORTERS.join(', ')}`,
    ),
    failOn: option(
      '--fail-on <levels>',
      REPORTS,
      'what else keeps a run from passing: should (warnings: exit code 1), drift (changes of accepted behaviour: exit code 1), skipped (a must was not tested because it needs a permission: exit code 3)',
    ),
    quiet: option('--quiet', REPORTS, 'print only the verdict'),
    verbose: option('--verbose', REPORTS, 'also print passed requirements, every violation, and every request'),
  },
} as const;

type Groups = (typeof OPTIONS)[keyof typeof OPTIONS];
type Name = Groups extends infer Group ? (Group extends Groups ? keyof Group : never) : never;
type Row<N extends Name> = Groups extends infer Group
  ? Group extends Readonly<Record<N, infer R>>
    ? R
    : never
  : never;

type Value<Row> = Row extends { isRepeatable: true }
  ? readonly string[]
  : Row extends { typed: `${string} <${string}` }
    ? string
    : Row extends { typed: `${string} [${string}` }
      ? string | true
      : boolean;

/** Options as typed. A missing repeatable option is an empty list. */
export type Flags = { readonly [N in Name]?: Value<Row<N>> };

/** Adds the options of a command, by its name. */
export function withOptions(command: Command): Command {
  const name = command.name() as CommandName;
  for (const [group, rows] of Object.entries(OPTIONS))
    for (const { typed, commands, help, helpOf, isRepeatable } of Object.values<
      ReturnType<typeof option | typeof repeatable>
    >(rows)) {
      if (!commands.includes(name)) continue;
      const added = new Option(typed, helpOf[name] ?? help).helpGroup(group);
      if (isRepeatable) added.argParser((value, previous: readonly string[]) => [...previous, value]).default([]);
      command.addOption(added);
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
