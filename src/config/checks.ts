import { matchesPattern } from '../spec/pattern.ts';
import { isPlanName, PLAN_NAMES } from '../spec/plans.ts';
import { REQUIREMENTS } from '../spec/requirements/index.ts';
import { type QuotaOverride, statedQuota } from './config.ts';
import { didYouMean } from './did-you-mean.ts';
import type { ConfigDocument, Path } from './document.ts';
import { pathText } from './problems.ts';
import type { RawConfig } from './schema/config-schema.ts';
import { isLoopback } from './target-class.ts';
import { integerOf, milliseconds, urlOf } from './units.ts';

/** The valid parts of a value; invalid ones are undefined. */
type Partly<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer I)[]
    ? readonly (Partly<I> | undefined)[]
    : { readonly [K in keyof T]?: Partly<T[K]> | undefined };

export type PartlyConfig = Partly<RawConfig>;
type PartlyTarget = Partly<NonNullable<RawConfig['targets']>[string]>;

/** The input of a check: the valid parts of a file. */
interface CheckInput {
  readonly config: PartlyConfig;
  readonly say: (path: Path, message: string, at?: 'key' | 'value') => void;
  readonly document: ConfigDocument;
}

/** Reports problems that JSON Schema cannot express: contradictions, calendar dates, int64, unknown requirements. */
export type ConfigCheck = (input: CheckInput) => void;

function targetsOf(config: PartlyConfig) {
  return Object.entries(config.targets ?? {}).flatMap(([name, target]) =>
    target === undefined ? [] : [{ name, target }],
  );
}

/** Reports invalid base URLs, and a class, proxy or certificates that do not fit. */
export const address: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    const url = urlOf(target.baseUrl);
    if (target.baseUrl !== undefined && url === undefined)
      say([...at, 'baseUrl'], 'invalid host or port in this URL; e.g. https://staging.example.com/v1');
    if (target.proxy !== undefined && urlOf(target.proxy) === undefined)
      say([...at, 'proxy'], 'invalid host or port in this URL; e.g. http://proxy.example.com:3128');
    if (url === undefined) continue;
    if (target.class === 'local' && !isLoopback(url))
      say(
        [...at, 'class'],
        `local is only for this machine (127.0.0.1, ::1, localhost), not for other hosts: use staging or production, or remove class (the default is production)`,
      );
    if (url.protocol === 'http:')
      for (const key of ['ca', 'clientCertificate'] as const)
        if (target[key] !== undefined)
          say([...at, key], 'http has no TLS: use https:// in baseUrl, or remove this', 'key');
  }
};

const DAY_MS = 86_400_000;

/** Reports durations with a unit that are 0 or above a day. The schema checks the format, and durations in seconds. */
export const durations: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config))
    for (const key of ['window', 'settle', 'timeout'] as const) {
      const duration = target[key];
      if (typeof duration !== 'string') continue;
      const ms = milliseconds(duration);
      if (!(ms > 0 && ms <= DAY_MS)) say(['targets', name, key], 'must be a duration above 0 and up to a day');
    }
};

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** Reports category ids that are not int64 or duplicate. */
export const categories: ConfigCheck = ({ config, say, document }) => {
  for (const { name, target } of targetsOf(config)) {
    if (!Array.isArray(target.categories)) continue;
    const first = new Set<bigint>();
    for (const [index, double] of target.categories.entries()) {
      const path = ['targets', name, 'categories', index];
      if (double === undefined) continue;
      const integer = integerOf(document.source(path));
      if (integer === undefined) say(path, 'not an integer; write only its digits');
      else if (integer < SMALLEST || integer > LARGEST)
        say(path, `does not fit into 64 bits; use ids from ${SMALLEST} to ${LARGEST}`);
      else if (first.has(integer)) say(path, 'this id is in the list twice');
      else first.add(integer);
    }
  }
};

type Source = { readonly env?: string | undefined; readonly file?: string | undefined };

/** Reports key sources that are used twice, and second keys without a first one. */
export const keys: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const first = new Map<string, Path>();
    for (const { path, source } of sourcesOf(target)) {
      const at = ['targets', name, ...path];
      for (const kind of ['env', 'file'] as const) {
        const text = source[kind];
        if (text === undefined) continue;
        const before = first.get(`${kind} ${text}`);
        if (before !== undefined)
          say(at, `the same source as ${pathText(before)}: each plan and each customer needs its own key`);
        else first.set(`${kind} ${text}`, path);
      }
    }
    for (const plan of PLAN_NAMES)
      if (target.secondKeys?.[plan] !== undefined && target.keys?.[plan] === undefined)
        say(['targets', name, 'secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`, 'key');
  }
};

function sourcesOf(target: PartlyTarget): { path: Path; source: Source }[] {
  return PLAN_NAMES.flatMap((plan) => {
    const sources = target.keys?.[plan];
    const own = isList(sources)
      ? sources.map((source, index) => ({ path: ['keys', plan, index], source }))
      : [{ path: ['keys', plan], source: sources }];
    return [...own, { path: ['secondKeys', plan], source: target.secondKeys?.[plan] }];
  }).flatMap(({ path, source }) => (source === undefined ? [] : [{ path, source }]));
}

/** Array.isArray does not narrow readonly arrays. */
function isList(
  sources: Source | readonly (Source | undefined)[] | undefined,
): sources is readonly (Source | undefined)[] {
  return Array.isArray(sources);
}

export const limits: ConfigCheck = ({ config, say }) => {
  const plans = config.plans ?? {};
  for (const plan of PLAN_NAMES) {
    if (plans[plan] !== undefined) checkQuota(['plans', plan], statedQuota(plan, plans), say);
  }
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    if (target.enterprise !== undefined)
      checkQuota([...at, 'enterprise'], statedQuota('enterprise', plans, target), say);
  }
};

function checkQuota(path: Path, { perMinute, perDay }: QuotaOverride, say: CheckInput['say']): void {
  if (isLess(perDay, perMinute)) say(path, 'perDay must not be less than perMinute', 'key');
}

function isLess(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}

/** Tolerance: sums of decimal shares are not exact in doubles. */
const ROUNDING = 1e-6;

export const capacity: ConfigCheck = ({ config, say }) => {
  const { plans = {}, mix, objectives = {}, keys = {} } = config.capacity ?? {};
  const at = ['capacity'];
  if (mix !== undefined) {
    const sum = (mix.list ?? 0) + (mix.get ?? 0) + (mix.create ?? 0);
    if (Math.abs(sum - 1) > ROUNDING) say([...at, 'mix'], 'the sum of list, get and create must be 1', 'key');
  }
  const quantiles = (['p50', 'p95', 'p99'] as const).flatMap((name) => {
    const text = objectives[name];
    return text === undefined ? [] : [{ name, ms: milliseconds(text) }];
  });
  for (const [index, { name, ms }] of quantiles.entries()) {
    const before = quantiles[index - 1];
    if (ms === 0) say([...at, 'objectives', name], 'must be above 0');
    else if (before !== undefined && ms < before.ms)
      say([...at, 'objectives', name], `must not be less than ${before.name}`);
  }
  for (const [name, plan] of Object.entries(plans))
    checkQuota([...at, 'plans', name], (plan ?? {}) as QuotaOverride, say);
  const isKnown = new Set<string>([...PLAN_NAMES, ...Object.keys(plans)]);
  const known = [...isKnown];
  for (const plan of Object.keys(keys))
    if (!isKnown.has(plan))
      say(
        [...at, 'keys', plan],
        `unknown plan${didYouMean(plan, known) || `; the plans are ${known.slice(0, 20).join(', ')}`}`,
        'key',
      );
};

/** Reports waivers for unknown requirements or targets. The gate judges whether a waiver is expired. */
export const waivers: ConfigCheck = ({ config, say, document }) => {
  const targets = targetsOf(config).map(({ name }) => name);
  const first = new Map<string, number>();
  for (const [index, waiver] of (config.waivers ?? []).entries()) {
    if (waiver === undefined) continue;
    const at = ['waivers', index];
    const { requirement, target } = waiver;
    if (requirement !== undefined) {
      const fault = unknownRequirement(requirement);
      if (fault !== undefined) say([...at, 'requirement'], fault);
    }
    if (target !== undefined && !targets.includes(target) && !isHost(target))
      say([...at, 'target'], `no target has this name${didYouMean(target, targets) || known(targets)}`);
    const identity = JSON.stringify([requirement, waiver.plan, target, waiver.signature]);
    const before = first.get(identity);
    if (requirement !== undefined && before !== undefined)
      say(at, `duplicate of the waiver on line ${before}: remove one`);
    else first.set(identity, document.position(at).line);
  }
};

function unknownRequirement(pattern: string): string | undefined {
  const matched = REQUIREMENTS.filter(({ id }) => matchesPattern(id, pattern));
  if (matched.some(({ level }) => level !== 'observe')) return undefined;
  if (matched.length > 0) return 'this is an observation and cannot fail; for changes of it, see observations';
  return `no requirement matches${didYouMean(pattern, PATTERNS)}; storecheck explain lists them`;
}

const IDS = REQUIREMENTS.map(({ id }) => id);

const PATTERNS = [...IDS, ...new Set(IDS.map((id) => `${id.split('.')[0]}.*`))];

function isHost(target: string): boolean {
  return target === 'localhost' || (/[.:]/.test(target) && !isPlanName(target) && URL.canParse(`http://${target}`));
}

const known = (targets: readonly string[]) =>
  targets.length === 0 ? '; the file has no targets' : `; the targets are ${targets.slice(0, 20).join(', ')}`;
