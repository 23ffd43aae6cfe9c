import { isPaced } from '../../exchange/phases.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Experiment } from '../experiment.ts';
import { type DecidedRequest, isAdmitted, isList, isRefused, isUnanswered, requestOf } from './requests.ts';
import { serverClockOf } from './server-clock.ts';

/** The experiment's exchanges, read and sorted by sending. Times in milliseconds on our clock. */
export type Evidence = ReturnType<typeof gather>;

/** Reads the exchanges once. They have the key of the experiment or its second key. */
export function gather({ exchanges, ...experiment }: Experiment<Iterable<Exchange>>) {
  const requests: DecidedRequest[] = [];
  const secondKey: DecidedRequest[] = [];
  for (const exchange of exchanges) {
    if (exchange.key === experiment.key) requests.push(requestOf(exchange, experiment));
    // The key of another plan has paced requests of its own.
    else if (exchange.phase === 'second-key') secondKey.push(requestOf(exchange, experiment));
  }
  for (const ofKey of [requests, secondKey]) ofKey.sort((a, b) => a.sent - b.sent);
  const begun = requests.find(({ phase }) => phase === 'burst')?.sent ?? Infinity;
  const isUnpaced = ({ phase, sent }: DecidedRequest) => !isPaced(phase) && !(phase === 'calibrate' && sent > begun);
  const unpaced = requests.filter(isUnpaced);
  const allRefusals = requests.filter(isRefused);
  const windowMs = experiment.windowSeconds * 1_000;
  const perMs = experiment.perWindow / windowMs;
  const operations = drawnOperations(unpaced, perMs);
  return {
    experiment,
    /** N: the requests of the plan per window. */
    limit: experiment.perWindow,
    /** W: the window in milliseconds. */
    windowMs,
    /** N / W: what a steady refill returns in a millisecond. */
    perMs,
    clock: serverClockOf([...requests, ...secondKey]),
    /** Every request with the key, including the sustain and daily parts. */
    requests: requests as readonly DecidedRequest[],
    /** The requests of the experiment of one window, without the paced ones. */
    unpaced: unpaced as readonly DecidedRequest[],
    secondKey: secondKey as readonly DecidedRequest[],
    allRefusals,
    /** The refusals in `unpaced`: few, because an experiment stops after some. */
    refusals: allRefusals.filter(isUnpaced),
    /** The admitted requests that draw on the counter of the lists: all lists, and other operations before the burst. */
    admittedDraws: unpaced.filter((request) => isAdmitted(request) && (isList(request) || operations.has(request))),
    unanswered: unpaced.filter(isUnanswered),
  };
}

/**
 * The operations before the burst that draw on the lists' counter (get-has-own-counter). Their Remaining is below that of the list before
 * them. Their number is at most the fall of Remaining, less the lists sent meanwhile, plus a refill.
 *
 *   sent  list                      ──► Remaining 59
 *   sent  create, create, get, get  ──► Remaining 58, 57, 59, 58   gets have a counter of their own
 *   sent  list of the burst         ──► Remaining 56               2 less beyond this list: both creates, no get
 */
function drawnOperations(unpaced: readonly DecidedRequest[], perMs: number): ReadonlySet<DecidedRequest> {
  const lists = inPhase(unpaced, 'calibrate', 'second-key');
  const operations = inPhase(unpaced, 'each-operation').filter(({ sent, remaining = -1 }) => {
    const before = lists.findLast((list) => list.sent <= sent);
    return remaining < (before?.remaining ?? Infinity);
  });
  const first = lists.findLast(({ phase }) => phase === 'calibrate');
  const ofBurst = inPhase(unpaced, 'burst').filter((list) => isAdmitted(list) && list.remaining !== undefined);
  if (first?.remaining === undefined || ofBurst.length === 0) return new Set(operations);
  const { remaining } = first;
  const ofLists = lists.length - lists.indexOf(first);
  // How many operations may have drawn before a list of the burst; below 0 if the limit was back in between (cleared-when-refused).
  const drawn = ofBurst
    .map((list) => remaining - (list.remaining ?? 0) - ofLists + Math.floor((list.received - first.sent) * perMs))
    .filter((count) => count >= 0);
  return new Set(operations.slice(0, drawn.length === 0 ? 0 : minOf(drawn)));
}

export const inPhase = <One extends DecidedRequest>(requests: readonly One[], ...phases: readonly string[]): One[] =>
  requests.filter(({ phase }) => phases.includes(phase));

/** The request with the greatest value, and the last of equal ones; undefined if there is none. */
export const maxBy = <One extends DecidedRequest>(
  requests: readonly One[],
  by: (request: One) => number,
): One | undefined =>
  requests.reduce<One | undefined>(
    (last, request) => (last === undefined || by(request) >= by(last) ? request : last),
    undefined,
  );

/** The last of some requests that was received before another one was sent. */
export const lastBefore = <One extends DecidedRequest>(
  requests: readonly One[],
  request: DecidedRequest,
): One | undefined => requests.findLast(({ received }) => received <= request.sent);

/** Requests of ours that were possibly decided after `since` and before `request`: each may have taken one slot. */
export const oursBetween = (
  { requests }: Evidence,
  since: Pick<DecidedRequest, 'sent'>,
  request: DecidedRequest,
): DecidedRequest[] =>
  requests.filter(
    (other) => other !== request && other !== since && other.received > since.sent && other.sent < request.received,
  );

/** Our own requests, refused ones included, that may have been in the rolling window before a request. */
export const possiblyInWindow = (evidence: Evidence, request: DecidedRequest): number =>
  oursBetween(evidence, { sent: request.sent - evidence.windowMs }, request).length;

/** Milliseconds from the first sending to the last receipt; -Infinity if there is none. */
export const durationOf = (requests: readonly DecidedRequest[]): number =>
  maxOf(requests.map(({ received }) => received)) - minOf(requests.map(({ sent }) => sent));

/** Seconds in tenths, rounded down. */
export const inTenths = (milliseconds: number): number => Math.floor(milliseconds / 100) / 10;

export const inSeconds = (milliseconds: number): number => Math.round(milliseconds) / 1_000;

/** The greatest value; -Infinity if there is none. */
export const maxOf = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
/** The least value; Infinity if there is none. */
export const minOf = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
