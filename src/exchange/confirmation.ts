import type { Exchange } from './records/exchange-record.ts';

/** The `phase` of the requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

/** Milliseconds between two attempts. A restart or one failure of a gateway is over by then, and cannot explain both. */
export const APART_MS = 2_000;

/** A request that shows a violation in another way: a read of this path, a get of an animal of the last list, or a volley of requests. */
export type Witness = `/pets${string}` | 'listed' | 'volley';

/** The requests of a confirmation attempt. */
export interface Confirmation {
  /** Requests whose response showed a violation with another possible explanation. */
  readonly violated: readonly Exchange[];
  readonly early: readonly Exchange[];
  readonly witnesses: readonly Witness[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly due: number;
}
