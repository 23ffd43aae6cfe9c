import type { Exchange } from './records/exchange-record.ts';

/** The `phase` of the requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

/**
 * Two violations at least this many milliseconds apart count: one failure of a gateway, or the restart of one node, does not explain both.
 * A confirmation attempt repeats an undecided request after this time, and a violating one after `RESTART_MS` (client/ask.ts).
 */
export const APART_MS = 2_000;

/** A request that shows a violation in another way: a read of this path, a get of an animal of the last list, or a volley of requests. */
export type Witness = `/pets${string}` | 'listed' | 'volley';

/** The requests of a confirmation attempt. */
export interface Confirmation {
  /** Requests whose response showed a violation with another possible explanation. */
  readonly violated: readonly Exchange[];
  /** Requests that proved nothing yet: the response was lost, or came too early, such as a list before the settle time. */
  readonly undecided: readonly Exchange[];
  readonly witnesses: readonly Witness[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly due: number;
}
