import type { KeyLabel } from './exchange.ts';

/** One request of a step. Times are milliseconds since the step's k6 began. One a request: kept short. */
export interface Sample {
  readonly v: 1;
  readonly kind: 'sample';
  /** From 0 on within the step. */
  readonly n: number;
  readonly key: KeyLabel;
  readonly op: 'list' | 'get' | 'create';
  /** When it was due: waiting for the generator counts too, so that a slow answer cannot hide the requests behind it. */
  readonly due: number;
  readonly sent: number;
  readonly received: number;
  /** 0: no answer. */
  readonly status: number;
  /** A connection was made for it. */
  readonly fresh: boolean;
  /** k6's error code where there is no answer, e.g. 1050 for a time-out. */
  readonly code?: number;
  /** The answer's Date, in milliseconds since 1970: of some only, where several instances offer the load together. */
  readonly date?: number;
}

/** How late timers fired in the generator during about a second, in milliseconds: one that is out of breath measures itself. */
export interface Lag {
  readonly v: 1;
  readonly kind: 'lag';
  /** As the times of a sample. */
  readonly at: number;
  readonly lags: readonly number[];
}

/** What a capacity run was asked to do: with it the journal can be judged again. */
export interface CapacityHead<P = unknown> {
  readonly v: 1;
  readonly kind: 'capacity';
  readonly at: number;
  /** Which of the plan's instances recorded this journal (from 1); absent where one offers all of it. */
  readonly instance?: number;
  readonly plan: P;
}
