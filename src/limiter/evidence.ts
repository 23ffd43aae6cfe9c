import { type ClockOffset, clockOffset } from './clock.ts';
import { bySent } from './counting.ts';
import type { Experiment } from './experiment.ts';
import { oncePer } from '../exchange/once.ts';
import { isAdmitted, isList, isRefused, isUnanswered, type Reading, read } from './reading.ts';

/** The experiment's exchanges, read and sorted by sending. Times in milliseconds on our clock. */
export interface Evidence {
  readonly experiment: Experiment;
  /** N. */
  readonly limit: number;
  /** W in milliseconds. */
  readonly windowMs: number;
  /** N / W. */
  readonly perMs: number;
  readonly clock: ClockOffset;
  /** Everything sent with the key, sustain, daily and ban parts included. */
  readonly own: readonly Reading[];
  /** The experiment of one window: steps 1 to 6. */
  readonly minute: readonly Reading[];
  readonly secondKey: readonly Reading[];
  /** All of `own`. */
  readonly ownRefusals: readonly Reading[];
  /** Of `minute`; of a key that was refused far too often, the first and the last ones. */
  readonly refusals: readonly Reading[];
  readonly admittedLists: readonly Reading[];
  readonly unanswered: readonly Reading[];
}

const LATER_PARTS = ['sustain', 'daily', 'ban'];

export function gather(experiment: Experiment): Evidence {
  const readings = bySent(experiment.exchanges.map(read));
  const own = readings.filter(({ exchange }) => exchange.key === experiment.key);
  const minute = own.filter(({ phase }) => !LATER_PARTS.includes(phase));
  const secondKey = readings.filter(({ exchange }) => exchange.key !== null && exchange.key === experiment.secondKey);
  const ownRefusals = own.filter(isRefused);
  const windowMs = experiment.windowSeconds * 1_000;
  return {
    experiment,
    limit: experiment.perWindow,
    windowMs,
    perMs: experiment.perWindow / windowMs,
    clock: clockOffset(readings),
    own,
    minute,
    secondKey,
    ownRefusals,
    refusals: firstAndLast(ownRefusals.filter(({ phase }) => !LATER_PARTS.includes(phase))),
    admittedLists: minute.filter((reading) => isAdmitted(reading) && isList(reading)),
    unanswered: minute.filter(isUnanswered),
  };
}

/** Rules hold refusals against each other: more than these would take too long, and would say nothing new. */
const ENOUGH = 12;

function firstAndLast(refusals: readonly Reading[]): readonly Reading[] {
  if (refusals.length <= 2 * ENOUGH) return refusals;
  return [...refusals.slice(0, ENOUGH), ...refusals.slice(-ENOUGH)];
}

export const inPhase = (readings: readonly Reading[], ...phases: readonly string[]): Reading[] =>
  readings.filter(({ phase }) => phases.includes(phase));

/** What was sent to use the limit up: the last calibration, the second key's part, burst and top-up. */
export const flood = oncePer(({ minute }: Evidence): Reading[] => {
  const lastCalibration = inPhase(minute, 'calibrate').at(-1);
  return inPhase(minute, 'calibrate', 'second-key', 'burst', 'top-up').filter(
    (reading) => reading.phase !== 'calibrate' || reading === lastCalibration,
  );
});

/** Refusals of the burst and of what followed it at once. */
export const refusedInFlood = (evidence: Evidence): Reading[] =>
  inPhase(evidence.refusals, 'burst', 'top-up', 'second-key');

export const latest = (readings: readonly Reading[], by: (reading: Reading) => number): Reading | undefined =>
  readings.reduce<Reading | undefined>(
    (last, reading) => (last === undefined || by(reading) >= by(last) ? reading : last),
    undefined,
  );

export const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
export const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
