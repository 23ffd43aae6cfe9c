import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { KeyLabel } from '../exchange/records/schema.ts';
import { LIMIT } from '../spec/requirements/limit.ts';

/** The plan of an exhausted limit, its numbers, and whether the experiment is completely recorded. */
export interface Terms {
  readonly plan: string;
  readonly key: KeyLabel;
  readonly secondKey?: KeyLabel;
  /** N: requests per window. */
  readonly perWindow: number;
  readonly perDay: number;
  /** W, in seconds. */
  readonly windowSeconds: number;
  /** Whether the journal is complete: it has a closing record, and a line for every sent request. */
  readonly complete: boolean;
  /** Whether the create was skipped on purpose. */
  readonly readOnly?: boolean;
  /** GET /pets/{petId} may be removed, so its response is not judged. */
  readonly getRemoved?: boolean;
}

/** One key's recorded experiment: everything that the verdicts depend on. The exchanges are read once, in any order. */
export interface Experiment<Exchanges extends Iterable<Exchange> = readonly Exchange[]> extends Terms {
  readonly exchanges: Exchanges;
}

export type LimitRequirementId = (typeof LIMIT)[number]['id'];

/** In the order of the catalogue. */
export const LIMIT_REQUIREMENTS: readonly LimitRequirementId[] = LIMIT.map(({ id }) => id);
