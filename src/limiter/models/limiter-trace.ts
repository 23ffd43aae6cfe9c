import type { Interval } from '../../exchange/clock-offset.ts';
import { AFTERMATH } from '../../text/phases.ts';
import { countBefore, type Moments, momentsOf } from '../evidence/counting.ts';
import { type Evidence, flood, inPhase } from '../evidence/evidence.ts';
import { promiseOf } from '../evidence/promise.ts';
import { isAdmitted, isList, isRefused, type Reading } from '../evidence/reading.ts';

/** A request that is compared with a model. The limiter decided at an unknown moment from `sent` to `received`. */
export interface Event extends Pick<Reading, 'seq' | 'sent' | 'received' | 'remaining' | 'reset'> {
  readonly admitted: boolean;
  /** Requests that drew before this one: at least, and at most. */
  readonly drawn: Interval;
  /** When Retry-After allows the next request. */
  readonly due: number | undefined;
}

/** What one key's experiment showed of the limit of a window, on our clock. */
export interface Trace {
  readonly evidence: Evidence;
  readonly first: Reading;
  readonly events: readonly Event[];
  readonly refusals: readonly Reading[];
  /** The moments at which requests drew. */
  readonly certain: Moments;
  readonly possible: Moments;
}

/** Of the burst, this many admitted requests and refusals are compared with a model: those between them add nothing. */
const OF_BURST = 4;

/** Undefined if nothing was sent. */
export function traceOf(evidence: Evidence): Trace | undefined {
  const { minute, admittedLists } = evidence;
  const begun = flood(evidence)[0] ?? minute[0];
  if (begun === undefined) return undefined;
  const own = minute.filter(({ sent }) => sent >= begun.sent);
  const possible = minute.filter((reading) => !isRefused(reading));
  const lists = flood(evidence).filter(isList);
  const chosen = new Set([
    ...lists.slice(0, 2),
    ...some(lists.filter(isAdmitted), OF_BURST),
    ...some(lists.filter(isRefused), OF_BURST),
    ...inPhase(own, ...AFTERMATH),
  ]);
  const events = [...chosen].filter((reading) => isAdmitted(reading) || isRefused(reading));
  const draws = { certain: momentsOf(admittedLists), possible: momentsOf(possible) };
  return {
    evidence,
    first: begun,
    refusals: own.filter(isRefused),
    ...draws,
    events: events.map((reading) => ({
      ...reading,
      admitted: isAdmitted(reading),
      drawn: {
        from: countBefore(draws.certain.received, reading.sent),
        to: countBefore(draws.possible.sent, reading.received) - (isRefused(reading) ? 0 : 1),
      },
      due: isRefused(reading) ? promiseOf(evidence, reading)?.due : undefined,
    })),
  };
}

/** Spread evenly, with the first and the last. */
function some<One>(all: readonly One[], most: number): One[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))] as One);
}
