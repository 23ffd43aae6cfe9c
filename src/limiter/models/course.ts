import { memoize } from '../../exchange/memoize.ts';
import { AFTERMATH } from '../../exchange/phases.ts';
import { countBefore, momentsOf } from '../evidence/counting.ts';
import { type Evidence, exhaustion, inPhase } from '../evidence/evidence.ts';
import { promiseOf } from '../evidence/promise.ts';
import { isAdmitted, isList, isRefused, type Reading } from '../evidence/reading.ts';

/** What one key's experiment showed of the limit of a window, on our clock. */
export type Course = ReturnType<typeof courseOf>;

/** A request that is compared with a model. The limiter decided at an unknown moment from `sent` to `received`. */
export type Event = Course['events'][number];

/** How many admitted requests, and refusals, of the burst a model must explain. More take time, and add only a race (one-too-many). */
const OF_BURST = 4;

export const courseOf = memoize((evidence: Evidence) => {
  const { minute, admittedLists } = evidence;
  const [first = { sent: 0, received: 0 }] = exhaustion(evidence);
  const counted = minute.filter(({ sent }) => sent >= first.sent);
  const possible = minute.filter((reading) => !isRefused(reading));
  const lists = exhaustion(evidence).filter(isList);
  const chosen = new Set([
    ...lists.slice(0, 2),
    ...evenly(lists.filter(isAdmitted), OF_BURST),
    ...evenly(lists.filter(isRefused), OF_BURST),
    ...inPhase(counted, ...AFTERMATH),
  ]);
  const events = [...chosen].filter((reading) => isAdmitted(reading) || isRefused(reading));
  /** The moments at which requests drew. */
  const draws = { certain: momentsOf(admittedLists), possible: momentsOf(possible) };
  return {
    evidence,
    first,
    refusals: counted.filter(isRefused),
    ...draws,
    events: events.map((reading) => ({
      ...reading,
      admitted: isAdmitted(reading),
      /** Requests that drew before this one: at least, and at most. */
      drawn: {
        from: countBefore(draws.certain.received, reading.sent),
        to: countBefore(draws.possible.sent, reading.received) - (isRefused(reading) ? 0 : 1),
      },
      due: isRefused(reading) ? promiseOf(evidence, reading)?.due : undefined,
    })),
  };
});

/** At most `most` readings, spread evenly, with the first and the last. */
function evenly(readings: readonly Reading[], most: number): Reading[] {
  if (readings.length <= most) return [...readings];
  const placeOf = (index: number) => Math.round((index * (readings.length - 1)) / (most - 1));
  return Array.from({ length: most }, (_, index) => readings[placeOf(index)] as Reading);
}
