import type { Exchange, KeyLabel } from '../exchange/exchange.ts';

/** Whose limit was pushed, what the plan promises, and how much of the experiment was recorded. */
export interface Terms {
  readonly plan: string;
  readonly key: KeyLabel;
  readonly secondKey?: KeyLabel;
  /** N: requests per window. */
  readonly perWindow: number;
  readonly perDay: number;
  /** W, in seconds. */
  readonly windowSeconds: number;
  /** Numbers of the other plans, to recognise a key of another plan. */
  readonly otherPlans: Readonly<Record<string, { readonly perMinute: number; readonly perDay: number }>>;
  /** The journal is whole: the closing record was seen, and every request that was sent has its line. */
  readonly complete: boolean;
  readonly refusalBudget: number;
  /** No create was sent, on purpose. */
  readonly readOnly?: boolean;
}

/**
 * One key's recorded experiment: everything that the verdicts depend on. The exchanges are read once, in any order, and need not all be
 * in memory together.
 */
export interface Experiment<Exchanges extends Iterable<Exchange> = readonly Exchange[]> extends Terms {
  readonly exchanges: Exchanges;
}

/** Ids of `requirements.md`, section "limit", in its order. */
export const LIMIT_REQUIREMENTS = [
  'limit.admits-plan',
  'limit.rejects-excess',
  'limit.status',
  'limit.error-body',
  'limit.headers',
  'limit.remaining-zero',
  'limit.retry-after-present',
  'limit.retry-after-syntax',
  'limit.retry-after-sufficient',
  'limit.retry-after-reasonable',
  'limit.retry-after-unit',
  'limit.reset-true',
  'limit.window-is-a-minute',
  'limit.refill-rate',
  'limit.all-operations',
  'limit.keys-independent',
  'limit.no-server-error',
  'limit.sustained',
  'limit.daily',
  'limit.algorithm',
  'limit.rejects-count',
  'limit.ban',
] as const;

export type LimitRequirementId = (typeof LIMIT_REQUIREMENTS)[number];
