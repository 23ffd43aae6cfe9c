import { memoize } from '../../exchange/memoize.ts';
import { isPaced } from '../../exchange/phases.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Experiment } from '../experiment.ts';
import { isAdmitted, isList, isRefused, isUnanswered, type Reading, readingOf } from './reading.ts';
import { clockOffset } from './server-clock.ts';

/** The experiment's exchanges, read and sorted by sending. Times in milliseconds on our clock. */
export type Evidence = ReturnType<typeof gather>;

/** Reads the exchanges once; those of other keys are ignored. */
export function gather({ exchanges, ...experiment }: Experiment<Iterable<Exchange>>) {
  const readings: Reading[] = [];
  const secondKey: Reading[] = [];
  for (const exchange of exchanges) {
    if (exchange.key === experiment.key) readings.push(readingOf(experiment, exchange));
    // The key of another plan has paced requests of its own.
    else if (exchange.key === experiment.secondKey && exchange.phase === 'second-key')
      secondKey.push(readingOf(experiment, exchange));
  }
  for (const ofKey of [readings, secondKey]) ofKey.sort((a, b) => a.sent - b.sent);
  const begun = readings.find(({ phase }) => phase === 'burst')?.sent ?? Infinity;
  const isOfMinute = ({ phase, sent }: Reading) => !isPaced(phase) && !(phase === 'calibrate' && sent > begun);
  const minute = readings.filter(isOfMinute);
  const allRefusals = readings.filter(isRefused);
  const windowMs = experiment.windowSeconds * 1_000;
  const perMs = experiment.perWindow / windowMs;
  const operations = drawnOperations(minute, perMs);
  return {
    experiment,
    /** N: the requests of the plan per window. */
    limit: experiment.perWindow,
    /** W: the window in milliseconds. */
    windowMs,
    /** N / W: what a steady refill returns in a millisecond. */
    perMs,
    clock: clockOffset([...readings, ...secondKey]),
    /** Every request with the key, including the sustain and daily parts. */
    readings: readings as readonly Reading[],
    /** The requests of the experiment of one window, without the paced ones. */
    minute: minute as readonly Reading[],
    secondKey: secondKey as readonly Reading[],
    allRefusals,
    /** The refusals in `minute`: few, because an experiment stops after some. */
    refusals: allRefusals.filter(isOfMinute),
    /** Admitted lists, and the other operations before the burst that draw on their counter. */
    admittedLists: minute.filter((reading) => isAdmitted(reading) && (isList(reading) || operations.has(reading))),
    unanswered: minute.filter(isUnanswered),
  };
}

/**
 * The operations before the burst that draw on the lists' counter (get-has-own-counter). Their Remaining is below that of the list before
 * them. They are no more than Remaining fell beyond the lists, and a refill.
 *
 *   sent  list                      ──► Remaining 59
 *   sent  create, create, get, get  ──► Remaining 58, 57, 59, 58   gets have a counter of their own
 *   sent  list of the burst         ──► Remaining 56               2 less beyond this list: both creates, no get
 */
function drawnOperations(minute: readonly Reading[], perMs: number): ReadonlySet<Reading> {
  const lists = inPhase(minute, 'calibrate', 'second-key');
  const operations = inPhase(minute, 'each-operation').filter(({ sent, remaining = -1 }) => {
    const before = lists.findLast((list) => list.sent <= sent);
    return remaining < (before?.remaining ?? Infinity);
  });
  const first = lists.findLast(({ phase }) => phase === 'calibrate');
  const next = latest(inPhase(minute, 'burst').filter(isAdmitted), ({ remaining = -1 }) => remaining);
  if (first?.remaining === undefined || next?.remaining === undefined) return new Set(operations);
  const ofLists = lists.length - lists.indexOf(first);
  const back = Math.floor((next.received - first.sent) * perMs);
  return new Set(operations.slice(0, Math.max(0, first.remaining - next.remaining - ofLists + back)));
}

export const inPhase = <One extends Reading>(readings: readonly One[], ...phases: readonly string[]): One[] =>
  readings.filter(({ phase }) => phases.includes(phase));

/** The readings that exhaust the limit: the last calibration and everything sent after it, to the end of the top-up. */
export const ofExhaustion = ({ minute }: Evidence, readings: readonly Reading[]): Reading[] => {
  const lastCalibration = minute.findLast(({ phase }) => phase === 'calibrate');
  return inPhase(readings, 'calibrate', 'second-key', 'each-operation', 'burst', 'top-up').filter(
    (reading) => reading.phase !== 'calibrate' || reading === lastCalibration,
  );
};

export const exhaustion = memoize((evidence: Evidence): Reading[] => ofExhaustion(evidence, evidence.minute));

/** The reading with the greatest value, and the last of equal ones; undefined if there is none. */
export const latest = <One extends Reading>(readings: readonly One[], by: (reading: One) => number): One | undefined =>
  readings.reduce<One | undefined>(
    (last, reading) => (last === undefined || by(reading) >= by(last) ? reading : last),
    undefined,
  );

/** The last of some readings that was received before another one was sent. */
export const lastBefore = <One extends Reading>(readings: readonly One[], reading: Reading): One | undefined =>
  readings.findLast(({ received }) => received <= reading.sent);

/** Requests of ours that were possibly decided after `since` and before `reading`: each may have taken one slot. */
export const oursBetween = ({ readings }: Evidence, since: Pick<Reading, 'sent'>, reading: Reading): Reading[] =>
  readings.filter(
    (other) => other !== reading && other !== since && other.received > since.sent && other.sent < reading.received,
  );

/** Our own requests, refused ones included, that may have been in the rolling window before a reading. */
export const possiblyInWindow = (evidence: Evidence, reading: Reading): number =>
  oursBetween(evidence, { sent: reading.sent - evidence.windowMs }, reading).length;

/** Milliseconds from the first sending to the last receipt; -Infinity if there is none. */
export const durationOf = (readings: readonly Reading[]): number =>
  most(readings.map(({ received }) => received)) - least(readings.map(({ sent }) => sent));

/** Seconds in tenths, rounded down. */
export const inTenths = (milliseconds: number): number => Math.floor(milliseconds / 100) / 10;

export const inSeconds = (milliseconds: number): number => Math.round(milliseconds) / 1_000;

/** The greatest value; -Infinity if there is none. */
export const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
/** The least value; Infinity if there is none. */
export const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
