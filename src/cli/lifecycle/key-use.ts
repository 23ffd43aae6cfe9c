import type { Budgets, TargetClass } from '../../config/index.ts';
import type { KeyLabel } from '../../exchange/index.ts';
import type { Work } from '../../ledger/index.ts';

/** What one key is put to, at most. */
export interface KeyWork extends Work {
  readonly label: KeyLabel;
  readonly value: string;
  /** Requests a day; infinite where the key is set aside to be used up. */
  readonly perDay: number;
}

/** Counts by label of what was really sent. */
export type SentByKey = ReadonlyMap<string, Work>;

/** Whose keys a run holds. */
export interface Holding {
  readonly run: string;
  readonly host: string;
  readonly targetClass: TargetClass;
  readonly budgets?: Budgets | undefined;
  /** Requests without a key that may go before the run; default 0. */
  readonly before?: number;
}
