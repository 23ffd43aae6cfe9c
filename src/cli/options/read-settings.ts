import { basename, resolve } from 'node:path';
import type { LimitsOverride } from '../../config/kinds.ts';
import type { ReporterName, ReportOutput } from '../../config/reporters.ts';
import { requirementsMatching, statedLimits } from '../../config/sections.ts';
import { DEFAULTS, type Flags, SETTING_GROUPS, SETTINGS, type Setting } from '../../config/table.ts';
import { classOf } from '../../config/target-class.ts';
import { MAX_BURST_REQUESTS } from '../../exchange/allowances.ts';
import { hasLetters, keyVariable } from '../../exchange/api-key.ts';
import { DAY_SECONDS } from '../../exchange/rate-headers.ts';
import type { LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import type { Pem, Route } from '../../io/io.ts';
import { costOfDay, costOfLimits } from '../../run/cost.ts';
import type { RequestedRun } from '../../run/prepare.ts';
import { isPlanName, PLAN_NAMES, type PlanLimits, type PlanName } from '../../spec/plans.ts';
import { addFolderProblem, FILES, fileOf, readText, whyNotWritable } from '../files/folder.ts';
import { acceptedFor } from './accepted.ts';
import { type Call, todayOf } from './call.ts';
import { addDuplicateKeys, type Keys, keyReferences, namedReferences, readKeys } from './keys.ts';
import { readPermit, sendsLoad } from './permit.ts';

/** Reads the settings of a run. Throws a CommandError with every problem. */
export function readRun(call: Call, hasLoad: boolean) {
  const settings = readSettings(call);
  const { requested, keys } = readRequested(call, settings);
  const read = hasLoad ? readLimits(call, keys, requested) : { requested, keys: Object.values(keys) };
  for (const name of call.command === 'run' && !hasLoad ? (['secondKey', 'daily', 'sustain'] as const) : [])
    if (call.flags[name] !== undefined)
      call.problems.add(
        `${SETTINGS[name].option} has no use: --only and --skip leave no requirement that load shows; remove it`,
      );
  const accepted = acceptedFor(call, settings.name);
  call.problems.throwIfAny();
  return { settings, ...read, accepted };
}

/** Reads what `check`, `limits`, `run` and `doctor` ask for. Adds every problem. */
export function readRequested(call: Call, settings: SendSettings) {
  const { command, io } = call;
  const { name, baseUrl, class: targetClass, permit, writes, windowSeconds, timeoutMs } = settings;
  const references = keyReferences(call);
  const keys = readKeys(references, 1, call);
  addDuplicateKeys({ '--key': keys }, call.problems);
  const plan = planOf(call, keys);
  const key = keys[plan];
  const requested: RequestedRun = {
    command,
    target: { name, baseUrl, class: targetClass },
    plan,
    keyHasLetters: key !== undefined && hasLetters(key),
    ...completeLimits(plan, call),
    windowSeconds,
    readOnly: !permit.writes,
    readOnlyBy: writes.forbiddenBy,
    timeoutMs,
    keySources: Object.fromEntries(references.map((reference) => [reference.plan, reference.source])),
    options: settings.options,
    settleMs: settings.settle,
    today: settings.today ?? todayOf(io),
    categories: settings.categories,
    only: patternsOf('only', call),
    skip: patternsOf('skip', call),
    noKeyInUrl: targetClass === 'production' || undefined,
    seed: readSeed(call),
    maxRequests: settings.maxRequests,
    budget: settings.requestsPerRun,
  };
  return { requested, keys };
}

function planOf({ flags, settings: { plan }, problems }: Call, keys: Keys): PlanName {
  if (plan !== undefined) {
    if (keys[plan] !== undefined) return plan;
    problems.add(
      `--plan ${plan}: its key is missing: add --key ${plan}=env:NAME or --key ${plan}=file:PATH (${keyVariable(plan)} counts only if neither --key nor the target names keys)`,
    );
    return 'free';
  }
  if (Object.keys(keys).length === 0 && (flags.key ?? []).length === 0)
    problems.add(
      'no key: add --key PLAN=env:NAME or --key PLAN=file:PATH, or set STORE_API_KEY_FREE, _PRO, _BUSINESS or _ENTERPRISE',
    );
  return PLAN_NAMES.findLast((name) => keys[name] !== undefined) ?? 'free';
}

/** The patterns of `--only` or `--skip`. Adds a problem for each that selects no requirement of the command. */
function patternsOf(option: 'only' | 'skip', { command, settings, problems }: Call): readonly string[] {
  const patterns = settings[option] ?? [];
  for (const pattern of patterns)
    requirementsMatching(pattern, (text) => problems.add(`--${option}: ${text}`), command);
  return patterns;
}

/** The seed of the exploration, random by default; undefined at the depth `standard`. */
function readSeed({ flags, settings: { depth, seed }, io, problems }: Call): number | undefined {
  if (depth === 'thorough') return seed ?? Math.floor(io.random() * 1_000_000);
  if (seed !== undefined && flags.depth === undefined) problems.add('--seed needs --depth thorough');
  return undefined;
}

/** The limits of a plan, as far as known: from --enterprise, else from storecheck.yaml, else from the specification. */
export const limitsOf = (plan: string, { settings: { plans, enterprise, capacityPlans } }: Call): LimitsOverride =>
  isPlanName(plan) ? statedLimits(plan, plans ?? {}, enterprise) : (capacityPlans?.get(plan) ?? {});

/** The default daily limit: a day at the full rate. */
export const dayAtRate = (perMinute: number, windowSeconds: number): number =>
  Math.floor((perMinute * DAY_SECONDS) / windowSeconds);

function completeLimits(plan: PlanName, call: Call): PlanLimits {
  const { perMinute, perDay } = limitsOf(plan, call);
  if (perMinute === undefined)
    call.problems.add('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute ?? 1;
  return { perMinute: value, perDay: perDay ?? dayAtRate(value, call.settings.window / 1_000) };
}

/** With a shorter window, rounding to seconds hides the behaviour of a limiter. */
const MIN_WINDOW_SECONDS = 2;

/** Reads the settings that `limits` and `run` add to a check: the limits to exhaust, and their keys. Adds every problem. */
function readLimits(call: Call, keys: Keys, requested: RequestedRun) {
  const { command, settings, problems } = call;
  const { windowSeconds } = requested;
  const secondKeys = readKeys(namedReferences('secondKey', call, PLAN_NAMES), 2, call);
  const dailyKeys = readKeys(namedReferences('daily', call, PLAN_NAMES), 3, call);
  for (const plan of PLAN_NAMES)
    for (const [option, extraKeys] of Object.entries({ '--daily': dailyKeys, '--second-key': secondKeys }))
      if (keys[plan] === undefined && extraKeys[plan] !== undefined)
        problems.add(`${option} ${plan}: this key is an additional one; add the first, --key ${plan}=env:NAME`);
  addDuplicateKeys({ '--key': keys, '--second-key': secondKeys, '--daily': dailyKeys }, problems);
  if (windowSeconds < MIN_WINDOW_SECONDS) problems.add(`--window must be at least ${MIN_WINDOW_SECONDS} s`);
  // For limits, --plan selects the only key; for run, it selects the key of the check.
  const onlyPlan = command === 'limits' ? settings.plan : undefined;
  const names = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && (onlyPlan ?? plan) === plan);
  const plans = names.map((plan): LimitPlan => {
    return { plan, key: `${plan}#1`, secondKey: secondKeys[plan]?.label, ...completeLimits(plan, call) };
  });
  for (const limits of plans) {
    const { plan, perMinute, perDay } = limits;
    if (perMinute > MAX_BURST_REQUESTS)
      problems.add(
        `the limit of ${plan} (${perMinute} per window) is too large: storecheck exhausts at most ${MAX_BURST_REQUESTS} requests per window`,
      );
    if (dailyKeys[plan as PlanName] !== undefined && costOfDay(limits, windowSeconds).seconds > DAY_SECONDS)
      problems.add(
        `--daily ${plan}: the daily limit is never reached, because ${perDay} requests at ${perMinute} per window take more than a day; check the limits of this plan`,
      );
  }
  const labels = Object.fromEntries(Object.entries(dailyKeys).map(([plan, { label }]) => [plan, label]));
  const limits = { plans, sustainWindows: settings.sustain, daily: labels };
  return {
    requested: withinMaxRequests(requested, limits, call),
    keys: [keys, secondKeys, dailyKeys].flatMap((keysOfOption) => Object.values(keysOfOption)),
  };
}

/** Reserves all requests of k6, which would lose its evidence if it stopped early. The check gets the rest of --max-requests. */
function withinMaxRequests(requested: RequestedRun, limits: LimitSettings, { problems }: Call): RequestedRun {
  const { command, maxRequests, budget = Infinity } = requested;
  const hasCheck = command !== 'limits';
  const most = costOfLimits(limits, requested).mostWithDays;
  if ((maxRequests ?? budget) < most + (hasCheck ? 1 : 0))
    problems.add(
      `${maxRequests === undefined ? 'budgets.requestsPerRun' : '--max-requests'} is too small: these limits may need ${most} requests, confirmation attempts included${hasCheck ? ', and the check needs more' : ''}. Raise it, or select fewer plans`,
    );
  return { ...requested, maxRequests: maxRequests && maxRequests - most, budget: budget - most, limits };
}

export type SendSettings = ReturnType<typeof readSettings>;

export function readSettings(call: Call) {
  const { command, flags, problems, settings } = call;
  addFolderProblem(settings.out, problems, call.io);
  const { baseUrl = '', window } = settings;
  if (baseUrl === '' && flags.baseUrl === undefined)
    problems.add('--base-url is missing, e.g. --base-url https://staging.example.com/v1');
  const url = baseUrl === '' ? undefined : new URL(baseUrl);
  const host = url?.host ?? '';
  const targetClass = settings.class ?? (url === undefined ? 'production' : classOf(url));
  const route = readRoute(call);
  if (route.proxy !== undefined && url !== undefined && classOf(url) === 'local' && sendsLoad(call))
    problems.add(
      `--proxy: k6 never uses a proxy for the loopback address ${url.host}; use another address of this machine, or remove --proxy (proxy: in storecheck.yaml)`,
    );
  const defaultTimeout = command === 'capacity' ? DEFAULTS.capacityTimeoutSeconds : DEFAULTS.timeoutSeconds;
  return {
    ...settings,
    reporter: readReporters(call),
    ...readPermit(call, host, targetClass),
    /** The name of the target in storecheck.yaml, else the host. */
    name: call.config.target?.name ?? host,
    /** Empty if the option is missing, which is a problem. */
    baseUrl,
    host,
    class: targetClass,
    options: repeatedOptions(flags),
    windowSeconds: window / 1_000,
    timeoutMs: settings.timeout ?? defaultTimeout * 1_000,
    route,
  };
}

/**
 * The words of the options that printed commands repeat. `limits` takes all of them; view/commands.ts drops those that a check does not
 * take. Omits those that name the target, and values with a password of a proxy.
 */
function repeatedOptions(flags: Flags): string[][] {
  const groups = ['Target:', 'Keys and plans:', 'Permissions:'] as const;
  const rows = groups.flatMap((group) => Object.entries<Setting>(SETTING_GROUPS[group]));
  return rows.flatMap(([name, { option, commands = [] }]) => {
    const isNamed = name === 'target' || name === 'baseUrl' || option === undefined;
    if (isNamed || !commands.includes('limits')) return [];
    const values = [flags[name as keyof Flags] ?? []].flat();
    const isSafe = (value: string | boolean) => !String(value).includes('@');
    return values.filter(isSafe).map((value) => (value === true ? [option] : [option, String(value)]));
  });
}

function readRoute(call: Call): Route {
  const { proxy, ca, clientCertificate: files } = call.settings;
  return {
    proxy,
    ca: ca ? readPem(ca, '--ca', call) : undefined,
    cert: files && readPem(files.cert, 'clientCertificate.cert', call),
    key: files && readPem(files.key, 'clientCertificate.key', call),
  };
}

function readPem(file: string, what: string, { problems, io }: Call): Pem | undefined {
  const text = readText(file, `${what}: cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  if (!text.includes('-----BEGIN ')) return problems.add(`${what}: ${file} is not PEM`);
  return { path: resolve(io.cwd, file), text };
}

export function readReporters({ flags, settings, problems, io }: Call): readonly ReportOutput[] {
  const { reporter: chosen = [], quiet } = settings;
  const where = (flags.reporter ?? []).length > 0 ? '--reporter' : 'reporters';
  const written = chosen.flatMap(({ name, path = '' }) => (path === '' || path === '-' ? [] : [{ name, path }]));
  for (const { name, path } of written) {
    // `report` would take a file of this name for that of a run.
    const isRecord = basename(path) === FILES.journal || (basename(path) === FILES.results && name !== 'json');
    const why = isRecord ? 'a file of a run has this name; choose another one' : whyNotWritable(path, io);
    if (why !== undefined) problems.add(`${where}: cannot write to ${path} (${why})`);
  }
  const printed = chosen.filter(({ name, path }) => path === '-' || (path === undefined && fileOf(name) === undefined));
  // Several texts for people can share stdout; other formats cannot.
  if (printed.length > 1 && !printed.every(({ name }) => name === 'terminal' || name === 'github'))
    problems.add(
      `${where}: ${printed.map(({ name }) => name).join(' and ')} write to stdout, but only one reporter can; add a path to the others (name=path)`,
    );
  const files = written.map(({ path }) => resolve(io.cwd, path));
  const duplicate = files.find((file, index) => files.indexOf(file) < index);
  if (duplicate !== undefined) problems.add(`${where}: two reporters write to ${duplicate}; use different paths`);
  // Other CI systems use the files of the run's folder.
  const defaults: readonly ReporterName[] =
    io.env['GITHUB_ACTIONS'] === 'true' && !quiet ? ['terminal', 'github'] : ['terminal'];
  return chosen.length > 0 ? chosen : defaults.map((name) => ({ name, path: undefined }));
}
