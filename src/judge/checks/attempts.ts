import {
  type Answered,
  type Exchange,
  isConfirmation,
  isIntermediary,
  oncePer,
  type Trace,
} from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';

/** What each attempt of a run recorded. `latest` has the confirmation attempts in place of what they repeat; it is absent without any. */
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

/**
 * Responses that a proxy or balancer gave in place of the service. If a probe has no other response, in a confirmation attempt either, they
 * are what this deployment answers.
 */
export const intermediaries: (trace: Trace) => ReadonlySet<Exchange> = oncePer(({ exchanges }) => {
  const probes = groupBy(exchanges.filter(isAnswer), ({ probe }) => probe);
  const passing = [...probes.values()].filter((all) => !all.every(isOfIntermediary) || !all.some(isConfirmation));
  return new Set(passing.flat().filter(isOfIntermediary));
});

const isAnswer = (exchange: Exchange): exchange is Answered => 'status' in exchange.received;
const isOfIntermediary = ({ received }: Answered): boolean => isIntermediary(received);
