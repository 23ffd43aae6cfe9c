import { posix } from 'node:path';
import { PLAN_NAMES, type PlanName } from '../spec/plans.ts';
import { urlOf } from './checks/targets.ts';
import type { Capacity, Config, FailOn, KeySource, Objectives, Target } from './config.ts';
import type { Path } from './path.ts';
import type { RawConfig } from './schema/config-schema.ts';
import { milliseconds, shareOf } from './units.ts';

type RawTarget = NonNullable<RawConfig['targets']>[string];
type RawCapacity = NonNullable<RawConfig['capacity']>;

/** The place of each value and its text in the file. */
export interface Sources {
  readonly file: string;
  readonly lineOf: (path: Path) => number;
  readonly integer: (path: Path) => bigint | undefined;
}

/** Builds the configuration from a valid file: parses units and resolves paths. */
export function build(raw: RawConfig, sources: Sources): Config {
  const path = pathsFrom(sources.file);
  return {
    targets: new Map(
      Object.entries(raw.targets ?? {}).map(([name, target]) => [name, targetOf(name, target, sources)]),
    ),
    plans: raw.plans ?? {},
    waivers: (raw.waivers ?? []).map((waiver, index) => ({ ...waiver, line: sources.lineOf(['waivers', index]) })),
    observations: path(raw.observations),
    capacity: raw.capacity === undefined ? undefined : capacityOf(raw.capacity, sources.file),
    failOn: listOf(raw.failOn),
    reporters: (raw.reporters ?? []).map((reporter) => reporterOf(reporter, sources.file)),
  };
}

function reporterOf(reporter: string, file: string): string {
  const [name = '', ...rest] = reporter.split('=');
  if (rest.length === 0) return name;
  const path = rest.join('=');
  return `${name}=${path === '-' ? path : resolveAgainst(file, path)}`;
}

function targetOf(name: string, raw: RawTarget, sources: Sources): Target {
  const path = pathsFrom(sources.file);
  const url = urlOf(raw.baseUrl);
  const certificate = raw.clientCertificate;
  return {
    name,
    baseUrl: url === undefined ? raw.baseUrl : `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    class: raw.class,
    keys: mapPlans(raw.keys ?? {}, (value) => listOf(value).map((source) => keySource(source, sources.file))),
    secondKeys: mapPlans(raw.secondKeys ?? {}, (source) => keySource(source, sources.file)),
    allow: raw.allow ?? {},
    budgets: raw.budgets ?? {},
    windowSeconds: raw.window === undefined ? undefined : milliseconds(raw.window) / 1000,
    settleMs: raw.settle === undefined ? undefined : milliseconds(raw.settle),
    timeoutMs: raw.timeout === undefined ? undefined : milliseconds(raw.timeout),
    categories: categoriesOf(name, raw, sources),
    enterprise: raw.enterprise,
    proxy: raw.proxy,
    ca: path(raw.ca),
    clientCertificate:
      certificate === undefined
        ? undefined
        : { cert: resolveAgainst(sources.file, certificate.cert), key: resolveAgainst(sources.file, certificate.key) },
    observations: path(raw.observations),
    failOn: listOf<FailOn>(raw.failOn),
  };
}

function capacityOf(raw: RawCapacity, file: string): Capacity {
  const { plans = {}, mix, objectives, keys = {} } = raw;
  return {
    plans: new Map(Object.entries(plans)),
    mix: mix === undefined ? undefined : { list: mix.list ?? 0, get: mix.get ?? 0, create: mix.create ?? 0 },
    objectives: objectives === undefined ? undefined : objectivesOf(objectives),
    keys: new Map(Object.entries(keys).map(([plan, source]) => [plan, { file: resolveAgainst(file, source.file) }])),
  };
}

function objectivesOf(raw: NonNullable<RawCapacity['objectives']>): Objectives {
  const ms = (text: string | undefined) => (text === undefined ? undefined : milliseconds(text));
  return {
    p50Ms: ms(raw.p50),
    p95Ms: ms(raw.p95),
    p99Ms: ms(raw.p99),
    errorShare: raw.errors === undefined ? undefined : shareOf(raw.errors),
  };
}

/** The digits as written, because a double would change an id above 2^53. */
function categoriesOf(name: string, { categories }: RawTarget, sources: Sources): Target['categories'] {
  if (categories === undefined || categories === 'any') return categories;
  return categories.map((id, index) => String(sources.integer(['targets', name, 'categories', index]) ?? id));
}

function keySource(source: { readonly env?: string; readonly file?: string }, configFile: string): KeySource {
  return source.env === undefined ? { file: resolveAgainst(configFile, source.file ?? '') } : { env: source.env };
}

const pathsFrom = (file: string) => (path: string | undefined) =>
  path === undefined ? undefined : resolveAgainst(file, path);

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
