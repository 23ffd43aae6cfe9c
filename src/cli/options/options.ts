import { type Command, Option } from 'commander';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { REPORTERS } from '../files/reporters.ts';
import { type BoundOptions, withBoundOptions } from './bounds.ts';

/** The values of an option that may be repeated. */
export const collect = (value: string, previous: string[]) => [...previous, value];

/** Options of every command that sends. */
export interface SendingOptions extends BoundOptions {
  readonly config?: string;
  readonly target?: string;
  readonly baseUrl?: string;
  readonly proxy?: string;
  readonly ca?: string;
  readonly key: string[];
  readonly plan?: string;
  readonly enterprisePerMinute?: string;
  readonly enterprisePerDay?: string;
  readonly window?: string;
  readonly allowWrites?: boolean;
  readonly confirmHost?: string;
  readonly maxRequests?: string;
  readonly dryRun?: boolean;
  readonly only: string[];
  readonly skip: string[];
  readonly depth?: string;
  readonly seed?: string;
  readonly settle?: string;
  readonly timeout?: string;
  readonly categories?: string;
  readonly today?: string;
  readonly out?: string;
}

/** One plan narrows a command to its key; what that means depends on what the command does. */
const PLAN_HELP: Readonly<Record<string, string>> = {
  limits: "push this plan's limit only (default: of every plan whose key is given)",
  run: 'which of the keys to check with (default: the largest plan given); every limit is pushed all the same',
  rerun: 'what failed on this plan only (default: what failed on any; check with the plan that it was made with)',
};

/** Which service, with which keys. */
export function withTargetOptions(command: Command): Command {
  return command
    .option('--target <name>', 'a target of storecheck.yaml')
    .option('--config <file>', 'the configuration (default: storecheck.yaml in this folder, where there is one)')
    .option('--base-url <url>', 'the deployed service, path prefix included: https://staging.example.com/v1')
    .option(
      '--key <plan=source>',
      `a key by its source, env:NAME or file:PATH (never a value); repeatable; plans: ${PLAN_NAMES.join(', ')}; without any --key, STORE_API_KEY_FREE, _PRO, _BUSINESS and _ENTERPRISE are read where set (of the target's plans, where it states keys)`,
      collect,
      [],
    )
    .option('--plan <name>', PLAN_HELP[command.name()] ?? 'which of the keys to use (default: the largest plan given)')
    .option('--enterprise-per-minute <n>', "the contract's number for an enterprise key")
    .option('--enterprise-per-day <n>', "the contract's number for an enterprise key")
    .option('--window <seconds>', 'the length of the "minute", where a test deployment has a shorter one (default: 60)')
    .option('--timeout <seconds>', 'how long one request may take (default: 30)')
    .option('--proxy <url>', 'the proxy to go through; variables such as HTTPS_PROXY are not read')
    .option('--ca <file>', "certificates (PEM) of an own authority, besides Node's");
}

export function withSendingOptions(command: Command): Command {
  // Limits take them too, so that every command can be given the same flags, but they change nothing there.
  const ofCheck = (flags: string, description: string) =>
    new Option(flags, description).hideHelp(command.name() === 'limits');
  return withBoundOptions(withTargetOptions(command))
    .option('--allow-writes', 'create animals on a host that is not loopback (they stay: the service cannot delete)')
    .option('--confirm-host <host>', "the target's host once more: with --allow-writes or --allow-load on production")
    .option('--max-requests <n>', 'a hard stop (default: what is planned and a reserve)')
    .option('--dry-run', 'print the plan and send nothing')
    .option(
      '--only <ids>',
      'judge only these requirements (globs, comma-separated, repeatable); a partial run cannot pass a gate. One that is judged over every response (see explain) takes every request',
      collect,
      [],
    )
    .option('--skip <ids>', 'leave these requirements out (globs, comma-separated, repeatable)', collect, [])
    .addOption(
      ofCheck(
        '--depth <depth>',
        'standard, or thorough: also explore values, queries, ids and credentials within --max-requests (default there: 400)',
      ),
    )
    .addOption(ofCheck('--seed <n>', 'repeat the exploration of an earlier run (default: a random number)'))
    .addOption(ofCheck('--settle <seconds>', 'how long a created animal may take to be seen (default: 2)'))
    .addOption(
      ofCheck(
        '--categories <ids>',
        'the category ids that this deployment knows (comma-separated), where it refuses others',
      ),
    )
    .option('--today <date>', 'judge as if today were this date (YYYY-MM-DD)')
    .option('--out <dir>', "the run's folder (default: reports/<run-id>)");
}

/** Options of the commands that push limits. */
export interface LoadOptions {
  readonly secondKey: string[];
  readonly allowLoad?: boolean;
  readonly sustain?: boolean | string;
  readonly daily: string[];
  readonly ban: string[];
  readonly refusals?: string;
  readonly connections?: string;
  readonly k6?: string;
}

export function withLoadOptions(command: Command): Command {
  return command
    .option('--allow-load', "push limits on a host that is not loopback (uses up each key's minute)")
    .option(
      '--second-key <plan=source>',
      "another customer's key of that plan: shows whether keys are counted apart; repeatable",
      collect,
      [],
    )
    .option('--sustain [windows]', "then pace requests at the plan's rate for so many whole windows (1)")
    .option(
      '--daily <plan=source>',
      "then use up the day of a key that is set aside for it, at the plan's rate; repeatable",
      collect,
      [],
    )
    .option(
      '--ban <plan=source>',
      'at last go on after 429 with a key that is set aside for it, and may be banned for good; repeatable',
      collect,
      [],
    )
    .option('--refusals <n>', 'stop a burst after so many refusals: keys can be banned (default: 8)')
    .option('--connections <n>', 'connections open at once, for each key (default: 50)')
    .option('--k6 <path>', 'the k6 to use (default: K6_BIN, PATH, the cache, or built once with Go)');
}

/** Options of every command that reports. */
export interface ReportingOptions {
  readonly failOn?: string;
  readonly reporter: string[];
  readonly junitInconclusive?: string;
  readonly htmlAssets?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: string;
}

export function withReportingOptions(command: Command): Command {
  return withFormatOptions(
    command.option(
      '--fail-on <levels>',
      'what fails the run besides a must: should (good practice), drift (another behaviour than was pinned); comma-separated',
    ),
  );
}

/** How a result is shown, and where. */
export function withFormatOptions(command: Command): Command {
  return command
    .option(
      '--reporter <name[=path],…>',
      `${REPORTERS.join(', ')}; to its own file or to stdout, to another path (name=path), or to stdout (name=-)`,
      collect,
      [],
    )
    .option('--junit-inconclusive <as>', 'a must that could not be proven, in JUnit: error or skipped', 'error')
    .option(
      '--html-assets <where>',
      "the HTML report's style: inline, or split (report.css beside it, for Jenkins)",
      'inline',
    )
    .option('--quiet', 'print the verdict only')
    .option('--verbose', 'show passes, observations, every finding, and while sending every request and answer')
    .option('--color <when>', 'always, never or auto');
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

const MOST = 999_999_999;

/** A whole number between two (both included), or a problem. */
export function wholeNumber(text: string, option: string, problems: Problems, from = 1, to = MOST): number {
  const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    problems.add(
      `${option}: ${JSON.stringify(text)} is not a whole number from ${from}${to === MOST ? '' : ` to ${to}`}`,
    );
  return value;
}

/** Seconds, a fraction allowed, more than 0. */
export function seconds(text: string, option: string, problems: Problems): number {
  const value = /^\d+(\.\d+)?s?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(value > 0 && value <= 86_400))
    problems.add(`${option}: ${JSON.stringify(text)} is not a number of seconds above 0 and up to 86400`);
  return value;
}

export function isoDate(text: string, option: string, problems: Problems): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    problems.add(`${option}: ${JSON.stringify(text)} is not a date (YYYY-MM-DD)`);
  return text;
}
