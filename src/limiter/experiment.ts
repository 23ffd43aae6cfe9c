import type { Exchange, KeyLabel } from '../exchange/exchange.ts';
import { LIMIT } from '../spec/requirements/limit.ts';

/** Whose limit was exhausted, what the plan promises, and how much of the experiment was recorded. */
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
  /** The journal is complete: the closing record was seen, and every request that was sent has its line. */
  readonly complete: boolean;
  readonly refusalBudget: number;
  /** No create was sent, on purpose. */
  readonly readOnly?: boolean;
  /** GET /pets/{petId} is to be gone, so nothing is expected of it. */
  readonly getRemoved?: boolean;
}

/** One key's recorded experiment: everything that the verdicts depend on. The exchanges are read once, in any order. */
export interface Experiment<Exchanges extends Iterable<Exchange> = readonly Exchange[]> extends Terms {
  readonly exchanges: Exchanges;
}

export type LimitRequirementId = (typeof LIMIT)[number]['id'];

/** In the catalogue's order. */
export const LIMIT_REQUIREMENTS: readonly LimitRequirementId[] = LIMIT.map(({ id }) => id);
