import { type PlanName, QUOTAS } from '../spec/plans.ts';
import type { RawConfig } from './schema/config-schema.ts';
import type { TargetClass } from './target-class.ts';

type RawTarget = NonNullable<RawConfig['targets']>[string];
type RawCapacity = NonNullable<RawConfig['capacity']>;

export type FailOn = 'must' | 'should' | 'drift';

/** The source of a key. `file` is resolved against the configuration's folder. */
export type KeySource = { readonly env: string } | { readonly file: string };

/** A valid `storecheck.yaml`. Missing values are undefined or empty, because the commands define the defaults. */
export interface Config {
  readonly targets: ReadonlyMap<string, Target>;
  readonly plans: Readonly<Partial<Record<PlanName, QuotaOverride>>>;
  readonly waivers: readonly Waiver[];
  /** A path, resolved against the configuration's folder like all paths here. */
  readonly observations: string | undefined;
  readonly capacity: Capacity | undefined;
  /** Empty if nothing is set. */
  readonly failOn: readonly FailOn[];
  /** A name, or `name=path` with the path resolved (`-` is stdout). */
  readonly reporters: readonly string[];
}

export interface Target {
  readonly name: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly class: TargetClass | undefined;
  readonly keys: Readonly<Partial<Record<PlanName, readonly KeySource[]>>>;
  readonly secondKeys: Readonly<Partial<Record<PlanName, KeySource>>>;
  readonly allow: NonNullable<RawTarget['allow']>;
  readonly budgets: Budgets;
  readonly windowSeconds: number | undefined;
  readonly settleMs: number | undefined;
  readonly timeoutMs: number | undefined;
  /** Ids, digit for digit. */
  readonly categories: 'any' | readonly string[] | undefined;
  readonly enterprise: QuotaOverride | undefined;
  readonly proxy: string | undefined;
  readonly ca: string | undefined;
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly observations: string | undefined;
  /** Empty: the value of the whole file counts. */
  readonly failOn: readonly FailOn[];
}

export type Budgets = Readonly<NonNullable<RawTarget['budgets']>>;

export interface QuotaOverride {
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
}

/** A waiver as written, with its first line in the file. */
export type Waiver = Readonly<NonNullable<RawConfig['waivers']>[number]> & { readonly line: number };

export interface Capacity {
  /** By plan; a plan that the specification lacks has `perMinute`. */
  readonly plans: ReadonlyMap<string, Activity>;
  /** Shares of the requests, with a sum of 1. */
  readonly mix: { readonly list: number; readonly get: number; readonly create: number } | undefined;
  readonly objectives: Objectives | undefined;
  readonly keys: ReadonlyMap<string, { readonly file: string }>;
}

export type Activity = Readonly<NonNullable<RawCapacity['plans']>[string]> & QuotaOverride;

export interface Objectives {
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** 0.1 % is 0.001. */
  readonly errorShare: number | undefined;
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
