import {
  type Answered,
  type Exchange,
  isAnswered,
  isConfirmation,
  isIntermediary,
  oncePer,
  type Trace,
} from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';

/**
 * The exchanges of each attempt of a run. In `latest`, the confirmation attempts replace what they repeat; it is absent
 * without confirmation attempts.
 */
export interface Attempts {
  readonly first: readonly Exchange[];
  readonly latest: readonly Exchange[] | undefined;
}

export const attemptsOf: (trace: Trace) => Attempts = oncePer(({ exchanges }) => {
  const repeated = new Set(exchanges.filter(isConfirmation).map(({ probe }) => probe));
  if (repeated.size === 0) return { first: exchanges, latest: undefined };
  return {
    first: exchanges.filter((exchange) => !isConfirmation(exchange)),
    latest: exchanges.filter((exchange) => isConfirmation(exchange) || !repeated.has(exchange.probe)),
  };
});

/** Responses of a proxy or load balancer, except to probes that no attempt answered otherwise. */
export const intermediaries: (trace: Trace) => ReadonlySet<Exchange> = oncePer(({ exchanges }) => {
  const probes = groupBy(exchanges.filter(isAnswered), ({ probe }) => probe);
  const passing = [...probes.values()].filter((all) => !all.every(isOfIntermediary) || !all.some(isConfirmation));
  return new Set(passing.flat().filter(isOfIntermediary));
});

const isOfIntermediary = ({ received }: Answered): boolean => isIntermediary(received);
