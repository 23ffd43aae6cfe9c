import { type Evidence, maxOf, minOf } from '../evidence/evidence.ts';
import { allows, type Fit } from './fit.ts';
import { ALGORITHMS, fitsOf, legalFits } from './legal-fits.ts';
import { FAMILIES } from './limiters.ts';
import { type ModelInput, modelInputOf } from './model-input.ts';

/**
 * `Behaves like a bucket of 300 that returns 12 requests per minute`; null if no limiter explains the evidence.
 * @param shown whether a Retry-After was too short, which excludes limiters for which all were long enough (ban-at-first-refusal), and
 * whether every Reset was true, which excludes those for which one is not
 */
export function sentenceOf(evidence: Evidence, shown: ShownHeaders): string | null {
  const behaviour = behaviourOf(evidence, shown);
  if (behaviour === undefined) return null;
  const { name, begins, limit, windowMs } = behaviour;
  const size = range(limit.from, limit.to);
  if (name === 'bucket') {
    const back = evidence.windowMs * evidence.limit;
    const rate = range(back / windowMs.to, back / windowMs.from);
    const unit = evidence.windowMs === 60_000 ? 'minute' : `${evidence.windowMs / 1_000} s`;
    return `Behaves like a bucket of ${size} that returns ${rate} requests per ${unit}`;
  }
  const seconds = range(windowMs.from / 1_000, windowMs.to / 1_000);
  return `Behaves like a ${name} of ${seconds} s${begins}, with a limit of ${size}`;
}

export interface ShownHeaders {
  readonly isWaitBroken: boolean;
  readonly areResetsTrue: boolean;
}

/** `12`, `12 to 14`, `at least 118`: rounded, and only as exact as it is known. */
function range(from: number, to: number): string {
  const [low, high] = [from.toFixed(0), to.toFixed(0)];
  if (to === Infinity) return `at least ${low}`;
  return low === high ? low : `${low} to ${high}`;
}

/**
 * The simplest limiter that decides, counts and announces as this one did. It is the plan's if possible, else one with another
 * window or rate, else one with another limit. Undefined if none with a single counter does.
 */
function behaviourOf(evidence: Evidence, { isWaitBroken, areResetsTrue }: ShownHeaders) {
  const input = modelInputOf(evidence);
  // If nothing was admitted, the key was exhausted before, which says nothing about the limit.
  if (evidence.refusals.length === 0 || !input.events.some(({ admitted }) => admitted)) return undefined;
  const isPossible = ({ fitsWaits, fitsResets }: Fit) => !(isWaitBroken && fitsWaits) && (fitsResets || !areResetsTrue);
  const [legal] = legalFits(evidence).filter(isPossible);
  if (legal?.fitsResets === true && legal.model.slackMs === 0) return together(evidence, [legal]);
  const lengths = [...[1, ...FACTORS].map((factor) => factor * evidence.windowMs), ...lengthsNamed(input)];
  const plain = ALGORITHMS.flatMap((algorithm) => lengths.flatMap((windowMs) => fitsOf(input, algorithm, windowMs)));
  const fits = (legal === undefined ? plain : [legal, ...plain]).filter(isPossible);
  const lowest = minOf(fits.map((fit) => costOf(evidence, fit)));
  const likely = fits.filter((fit) => costOf(evidence, fit) === lowest);
  const [best] = likely;
  if (best === undefined || lowest >= MIN_UNLIKELY_COST) return undefined;
  const isLikeBest = (fit: Fit) =>
    FAMILIES[fit.model.algorithm].name === FAMILIES[best.model.algorithm].name &&
    isPlans(evidence, fit) === isPlans(evidence, best);
  return together(evidence, likely.filter(isLikeBest));
}

/** One behaviour from fits that are equally likely and have one name. */
function together(evidence: Evidence, fits: readonly Fit[]) {
  const [algorithm = 'bucket', ...others] = new Set(fits.map(({ model }) => model.algorithm));
  const lengths = fits.map(({ model }) => model.windowMs);
  const longest = maxOf(lengths);
  return {
    name: FAMILIES[algorithm].name,
    /** Where a window begins, if only one kind of window is likely: the rest of its algorithm's name. */
    begins: others.length === 0 ? algorithm.slice(FAMILIES[algorithm].name.length) : '',
    limit: { from: minOf(fits.map(({ limit }) => limit.from)), to: maxOf(fits.map(({ limit }) => limit.to)) },
    /** Milliseconds; of a bucket, the time in which the plan's limit comes back. `to` is Infinity if the longest length tried fits. */
    windowMs: { from: minOf(lengths), to: longest < (FACTORS.at(-1) ?? 0) * evidence.windowMs ? longest : Infinity },
  };
}

const isPlans = ({ windowMs }: Evidence, { model }: Fit) => model.windowMs === windowMs;

/** From this cost on, some fit explains any record, as it contradicts Remaining and two numbers (spike-arrest, every-second-one-above). */
const MIN_UNLIKELY_COST = 40;

/** What a fit contradicts, weighed: a number of the plan (10), Reset (12), a plain algorithm (16), or Remaining (20). */
function costOf(evidence: Evidence, fit: Fit): number {
  return (
    (isPlans(evidence, fit) ? 0 : 10) +
    (allows(fit, evidence.limit) ? 0 : 10) +
    (fit.fitsResets ? 0 : 12) +
    (fit.model.slackMs === 0 ? 0 : 16) +
    (fit.fitsRemaining ? 0 : 20)
  );
}

/** Lengths from a tenth of the window to fifty windows. Smaller steps only make the sentence more exact. */
const FACTORS = Array.from({ length: 160 }, (_, step) => 0.1 * 1.04 ** step);

/** The first 24 lengths that Resets name, from their own request and from the first one, in half seconds. No verdict depends on them. */
function lengthsNamed({ evidence: { clock }, events, first }: ModelInput): number[] {
  const named = events.flatMap(({ reset, sent }) => {
    const at = (reset ?? 0) * 1_000 - (clock.from + clock.to) / 2;
    return [at - sent, at - first.sent].map((length) => Math.round(length / 500) * 500);
  });
  return [...new Set(named)].filter((length) => length > 1_000).slice(0, 24);
}
