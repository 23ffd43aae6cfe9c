import type { KeyLabel } from '../../../src/exchange/exchange.ts';
import type { K6Record, Phase } from '../../../src/exchange/records/load-record.ts';
import { isRefused, type Outcome } from './outcome.ts';

/** One VU of a paced run. */
export interface PacedPart {
  readonly key: KeyLabel;
  readonly instance: string;
  readonly phase: Phase;
  /** Refusals after which this VU sends nothing more. */
  readonly refusals: number;
  readonly now: () => number;
  readonly send: () => Promise<Outcome>;
  readonly write: (record: K6Record) => void;
}

/** The VU's iteration: it sends a request or records that it did not, so that every planned request has a line. */
export function pacer({ key, instance, phase, refusals, now, send, write }: PacedPart): () => Promise<void> {
  let refused = 0;
  return async () => {
    if (refused >= refusals) write({ v: 1, kind: 'held', at: now(), key, instance, phase });
    else if (isRefused(await send())) refused += 1;
  };
}
