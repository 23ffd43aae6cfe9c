import { memoize } from '../../exchange/memoize.ts';
import { AFTER_BURST } from '../../exchange/phases.ts';
import { announcedWaitOf } from '../evidence/announced-wait.ts';
import { countBefore, momentsOf } from '../evidence/counting.ts';
import { type Evidence, inPhase } from '../evidence/evidence.ts';
import { exhaustingRequests } from '../evidence/exhaustion.ts';
import { type DecidedRequest, isAdmitted, isList, isRefused } from '../evidence/requests.ts';

/** What one key's experiment showed of the limit of a window, on our clock. */
export type ModelInput = ReturnType<typeof modelInputOf>;

/** A request that is compared with a model. The limiter decided at an unknown moment from `sent` to `received`. */
export type ComparedRequest = ModelInput['events'][number];

/** How many admitted and how many refused lists a model must explain. More would take time, and show only a race (one-too-many). */
const MAX_COMPARED = 4;

export const modelInputOf = memoize((evidence: Evidence) => {
  const { unpaced, admittedDraws } = evidence;
  const [first = { sent: 0, received: 0 }] = exhaustingRequests(evidence);
  const counted = unpaced.filter(({ sent }) => sent >= first.sent);
  const possible = unpaced.filter((request) => !isRefused(request));
  const lists = exhaustingRequests(evidence).filter(isList);
  const chosen = new Set([
    ...lists.slice(0, 2),
    ...evenly(lists.filter(isAdmitted), MAX_COMPARED),
    ...evenly(lists.filter(isRefused), MAX_COMPARED),
    ...inPhase(counted, ...AFTER_BURST),
  ]);
  const events = [...chosen].filter((request) => isAdmitted(request) || isRefused(request));
  /** The moments at which requests drew. */
  const draws = { certain: momentsOf(admittedDraws), possible: momentsOf(possible) };
  return {
    evidence,
    first,
    refusals: counted.filter(isRefused),
    ...draws,
    events: events.map((request) => ({
      ...request,
      admitted: isAdmitted(request),
      /** Requests that drew before this one: at least, and at most. */
      drawn: {
        from: countBefore(draws.certain.received, request.sent),
        to: countBefore(draws.possible.sent, request.received) - (isRefused(request) ? 0 : 1),
      },
      due: isRefused(request) ? announcedWaitOf(evidence, request)?.due : undefined,
    })),
  };
});

/** At most `most` requests, spread evenly, with the first and the last. */
function evenly(requests: readonly DecidedRequest[], most: number): DecidedRequest[] {
  if (requests.length <= most) return [...requests];
  const placeOf = (index: number) => Math.round((index * (requests.length - 1)) / (most - 1));
  return Array.from({ length: most }, (_, index) => requests[placeOf(index)] as DecidedRequest);
}
