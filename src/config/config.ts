import { posix } from 'node:path';
import { PLAN_NAMES, type PlanName, QUOTAS } from '../spec/plans.ts';
import type { ConfigDocument } from './document.ts';
import type { RawConfig } from './schema/config-schema.ts';
import { addressOf } from './target-class.ts';
import { integerOf, milliseconds, shareOf, urlOf } from './units.ts';

type RawTarget = NonNullable<RawConfig['targets']>[string];

/** A valid `storecheck.yaml`. Missing values are undefined or empty, because the commands define the defaults. Paths are resolved against its folder. */
export type Config = ReturnType<typeof build>;
export type Target = ReturnType<typeof targetOf>;
export type Capacity = ReturnType<typeof capacityOf>;
export type Budgets = Target['budgets'];
export type FailOn = 'must' | 'should' | 'drift' | 'skipped';
export type KeySource = { readonly env: string } | { readonly file: string };

/** Builds the configuration from a valid file: parses units and resolves paths. */
export function build(raw: RawConfig, file: string, document: ConfigDocument) {
  return {
    targets: new Map(
      Object.entries(raw.targets ?? {}).map(([name, target]) => [name, targetOf(name, target, file, document)]),
    ),
    plans: raw.plans ?? {},
    /** As written, with the first line of each. */
    waivers: (raw.waivers ?? []).map((waiver, index) => ({
      ...waiver,
      line: document.position(['waivers', index]).line,
    })),
    observations: pathOf(raw.observations, file),
    capacity: raw.capacity === undefined ? undefined : capacityOf(raw.capacity, file),
    failOn: listOf<FailOn>(raw.failOn),
    /** A name, or `name=path` (`-` is stdout). */
    reporters: (raw.reporters ?? []).map((reporter) => reporterOf(reporter, file)),
  };
}

function reporterOf(reporter: string, file: string): string {
  const [name = '', ...rest] = reporter.split('=');
  if (rest.length === 0) return name;
  const path = rest.join('=');
  return `${name}=${path === '-' ? path : resolveAgainst(file, path)}`;
}

function targetOf(name: string, raw: RawTarget, file: string, document: ConfigDocument) {
  const url = urlOf(raw.baseUrl);
  const certificate = raw.clientCertificate;
  return {
    name,
    /** Without a trailing slash. */
    baseUrl: url === undefined ? raw.baseUrl : `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    class: raw.class,
    keys: mapPlans(raw.keys ?? {}, (value) => listOf(value).map((source) => keySource(source, file))),
    secondKeys: mapPlans(raw.secondKeys ?? {}, (source) => keySource(source, file)),
    allow: raw.allow ?? {},
    budgets: raw.budgets ?? {},
    windowSeconds: raw.window === undefined ? undefined : milliseconds(raw.window) / 1000,
    settleMs: msOf(raw.settle),
    timeoutMs: msOf(raw.timeout),
    categories: categoriesOf(name, raw, document),
    enterprise: raw.enterprise,
    proxy: raw.proxy,
    ca: pathOf(raw.ca, file),
    clientCertificate: certificate && {
      cert: resolveAgainst(file, certificate.cert),
      key: resolveAgainst(file, certificate.key),
    },
    observations: pathOf(raw.observations, file),
    /** Empty: the value of the complete file counts. */
    failOn: listOf<FailOn>(raw.failOn),
  };
}

function capacityOf({ plans = {}, mix, objectives, keys = {} }: NonNullable<RawConfig['capacity']>, file: string) {
  return {
    /** By name; a plan that the specification lacks has `perMinute`. */
    plans: new Map<string, (typeof plans)[string] & QuotaOverride>(Object.entries(plans)),
    /** Shares of the requests, with a sum of 1. */
    mix: mix && { list: mix.list ?? 0, get: mix.get ?? 0, create: mix.create ?? 0 },
    objectives: objectives && {
      p50Ms: msOf(objectives.p50),
      p95Ms: msOf(objectives.p95),
      p99Ms: msOf(objectives.p99),
      /** 0.1 % is 0.001. */
      errorShare: objectives.errors === undefined ? undefined : shareOf(objectives.errors),
    },
    keys: new Map(Object.entries(keys).map(([plan, source]) => [plan, { file: resolveAgainst(file, source.file) }])),
  };
}

const msOf = (duration: string | number | undefined) => (duration === undefined ? undefined : milliseconds(duration));

const pathOf = (path: string | undefined, file: string) =>
  path === undefined ? undefined : resolveAgainst(file, path);

/** The digits as written, because a double would change an id above 2^53. */
function categoriesOf(
  name: string,
  { categories }: RawTarget,
  document: ConfigDocument,
): readonly string[] | undefined {
  if (categories === undefined || categories === 'any') return undefined;
  return categories.map((id, index) =>
    String(integerOf(document.source(['targets', name, 'categories', index])) ?? id),
  );
}

function keySource(source: { readonly env?: string; readonly file?: string }, configFile: string): KeySource {
  return source.env === undefined ? { file: resolveAgainst(configFile, source.file ?? '') } : { env: source.env };
}

function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}

function mapPlans<A, B>(value: { readonly [P in PlanName]?: A }, map: (value: A) => B): Partial<Record<PlanName, B>> {
  const mapped: Partial<Record<PlanName, B>> = {};
  for (const plan of PLAN_NAMES) {
    const entry = value[plan];
    if (entry !== undefined) mapped[plan] = map(entry);
  }
  return mapped;
}

/** Resolves a path against the configuration's folder, without the file system. */
export function resolveAgainst(configFile: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:[\\/])/.test(path)) return path;
  const folder = configFile.slice(0, Math.max(configFile.lastIndexOf('/'), lastBackslash(configFile)) + 1);
  return posix.normalize(`${folder}${path}`);
}

/** Replaces backslashes on Windows only; elsewhere they may be part of a name. */
function lastBackslash(file: string): number {
  return /^([A-Za-z]:|\\\\)/.test(file) ? file.lastIndexOf('\\') : -1;
}

export interface QuotaOverride {
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
}

/** The limits of a plan: from the target's contract (Enterprise), else from `plans`, else from the specification. */
export function statedQuota(
  plan: PlanName,
  plans: Readonly<Partial<Record<PlanName, QuotaOverride | undefined>>>,
  target?: { readonly enterprise?: QuotaOverride | undefined },
): QuotaOverride {
  const contract = plan === 'enterprise' ? target?.enterprise : undefined;
  return {
    perMinute: contract?.perMinute ?? plans[plan]?.perMinute ?? QUOTAS[plan]?.perMinute,
    perDay: contract?.perDay ?? plans[plan]?.perDay ?? QUOTAS[plan]?.perDay,
  };
}

/** The target that a run was sent to. A run with --base-url is named after its host: then the target with this base URL counts. */
export function knownTarget(
  targets: Iterable<Target>,
  { name, baseUrl }: Pick<Target, 'name'> & { readonly baseUrl: string },
): Target | undefined {
  const all = [...targets];
  return (
    all.find((target) => target.name === name) ?? all.find((target) => addressOf(target.baseUrl) === addressOf(baseUrl))
  );
}
