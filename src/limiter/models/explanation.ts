import { memoize } from '../../exchange/memoize.ts';
import { type Evidence, maxOf, minOf } from '../evidence/evidence.ts';
import { type Fit, fitOf } from './fit.ts';
import { type Algorithm, FAMILIES, type LimiterModel } from './limiters.ts';
import { type ModelInput, modelInputOf } from './model-input.ts';

const ALGORITHMS = Object.keys(FAMILIES) as readonly Algorithm[];

/** Algorithms with which a refused request may start the wait again. */
const PROLONGED: readonly Algorithm[] = ['window from the first request', 'rolling window'];

/** The algorithms that fit with the plan's limit and window; only those that also fit the Resets, if any does. Empty if none fits. */
export const legalFits = memoize((evidence: Evidence): readonly Fit[] =>
  windowFits(evidence).filter(({ limit: { from, to } }) => from <= evidence.limit && to >= evidence.limit),
);

/** The algorithms that fit with the plan's window, and any limit. */
const windowFits = memoize((evidence: Evidence): readonly Fit[] => {
  const fits = fitsIn(evidence, ALGORITHMS);
  if (fits.some(({ fitsResets }) => fitsResets)) return fits.filter(({ fitsResets }) => fitsResets);
  // Each refused request starts the wait again (refusals-prolong, refusals-counted).
  const prolonged = fitsIn(evidence, PROLONGED, true).filter(({ fitsResets }) => fitsResets);
  if (prolonged.length > 0) return prolonged;
  // The Reset of a rolling window or counter may name the next slot (weighted-counter-next-slot).
  return [...fits, ...fitsIn(evidence, ['weighted counter'], false, true)];
});

/** Whether a weighted counter or a bucket explains the record: these return the limit gradually, and their Reset may name the next slot. */
export const isGradual = (evidence: Evidence): boolean =>
  windowFits(evidence).some(({ model: { algorithm } }) => algorithm === 'weighted counter' || algorithm === 'bucket');

function fitsIn(evidence: Evidence, algorithms: readonly Algorithm[], prolongs = false, isEven = false): Fit[] {
  const { windowMs } = evidence;
  return algorithms.flatMap((algorithm) => {
    for (const slackMs of slacksOf(algorithm, windowMs)) {
      const tried = fitsOf(modelInputOf(evidence), algorithm, windowMs, slackMs, prolongs, isEven);
      const fits = tried.filter(({ fitsRemaining }) => fitsRemaining);
      const withResets = fits.filter(({ fitsResets }) => fitsResets);
      const best = withResets.find(({ fitsWaits }) => fitsWaits) ?? withResets[0] ?? fits[0];
      if (best !== undefined) return best;
    }
    return [];
  });
}

/** Wrong lengths of a window that the record must exclude (refill-at-double-rate, gateway-rate; histories.test.ts: half and double). */
const WRONG_LENGTHS = [1 / 2, 2 / 3, 3 / 2, 2];

/** Whether a limiter that fits would also fit with a window of a wrong length. */
export function otherLengthFits(evidence: Evidence): boolean {
  const fits = windowFits(evidence);
  if (fits.length === 0) return true;
  // If Resets show the algorithm, the simplest one; else any of them (headers-of-the-tighter-policy).
  const shown = fits.some(({ fitsResets }) => fitsResets) ? fits.slice(0, 1) : fits;
  return shown.some(({ model: { algorithm, slackMs, prolongs }, limit, fitsResets: isShown }) => {
    // A wrong limit as well would be two mistakes (refill-by-quarters).
    const size = Math.min(Math.max(evidence.limit, limit.from), limit.to);
    return WRONG_LENGTHS.some((factor) =>
      fitsOf(modelInputOf(evidence), algorithm, factor * evidence.windowMs, factor * slackMs, prolongs, !isShown).some(
        (fit) => fit.fitsRemaining && (fit.fitsResets || !isShown) && fit.limit.from <= size && size <= fit.limit.to,
      ),
    );
  });
}

/**
 * `Behaves like a bucket of 300 that returns 12 requests per minute`; null if no limiter explains the evidence.
 * @param isWaitBroken whether a Retry-After was too short: it excludes limiters for which all were long enough (ban-at-first-refusal)
 */
export function sentenceOf(evidence: Evidence, isWaitBroken: boolean): string | null {
  const behaviour = behaviourOf(evidence, isWaitBroken);
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
function behaviourOf(evidence: Evidence, isWaitBroken: boolean) {
  const input = modelInputOf(evidence);
  // If nothing was admitted, the key was exhausted before, which says nothing about the limit.
  if (evidence.refusals.length === 0 || !input.events.some(({ admitted }) => admitted)) return undefined;
  const isPossible = ({ fitsWaits }: Fit) => !(isWaitBroken && fitsWaits);
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
    FAMILIES[fit.model.algorithm] === FAMILIES[best.model.algorithm] &&
    isPlans(evidence, fit) === isPlans(evidence, best);
  return together(evidence, likely.filter(isLikeBest));
}

/** One behaviour from fits that are equally likely and have one name. */
function together(evidence: Evidence, fits: readonly Fit[]) {
  const [algorithm = 'bucket', ...others] = new Set(fits.map(({ model }) => model.algorithm));
  const lengths = fits.map(({ model }) => model.windowMs);
  const longest = maxOf(lengths);
  return {
    name: FAMILIES[algorithm],
    /** Where a window begins, if only one kind of window is likely: the rest of its algorithm's name. */
    begins: others.length === 0 ? algorithm.slice(FAMILIES[algorithm].length) : '',
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
  const isLimit = fit.limit.from <= evidence.limit && fit.limit.to >= evidence.limit;
  return (
    (isPlans(evidence, fit) ? 0 : 10) +
    (isLimit ? 0 : 10) +
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

/**
 * Cells of up to an eighth of a window (window-sliding-counter), and steps of up to a quarter (refill-by-quarters). Larger ones explain
 * anything, so the smallest is tried first (bucket-next-step).
 */
function slacksOf(algorithm: Algorithm, windowMs: number): number[] {
  if (algorithm === 'rolling window') return [0, windowMs / 8];
  return algorithm === 'bucket' ? [0, windowMs / 12, windowMs / 6, windowMs / 4] : [0];
}

/** @param isEven whether a window may begin at any moment, not only where Resets say */
function fitsOf(
  input: ModelInput,
  algorithm: Algorithm,
  windowMs: number,
  slackMs = 0,
  prolongs = false,
  isEven = false,
): Fit[] {
  return edgesOf(input, algorithm, windowMs, isEven).flatMap((edge) => {
    const model: LimiterModel = { algorithm, windowMs, edge, slackMs, prolongs };
    return fitOf(input, model, input.evidence.limit) ?? [];
  });
}

/**
 * Moments at which a window may begin, by the first and the last Reset. Without Resets that count, EVENLY many in a window
 * (weighted-counter-next-slot, gateway-rate), and around the last six requests (a published limiter that bans). No row depends on the two
 * numbers.
 */
function edgesOf({ evidence, events, first }: ModelInput, algorithm: Algorithm, windowMs: number, isEven: boolean) {
  if (algorithm !== 'window on the clock' && algorithm !== 'weighted counter') return [first.sent];
  const { clock } = evidence;
  const resets = [...new Set(events.flatMap(({ reset }) => reset ?? []))];
  const named = [resets.slice(0, 1), resets.slice(-1)]
    .flat()
    .map((reset) => reset * 1_000 - (clock.from + clock.to) / 2);
  if (!isEven && named.length > 0 && clock.clocks !== 'unknown') return named;
  const late = events.slice(-6).flatMap(({ sent, received }) => [sent, received]);
  return [...Array.from({ length: EVEN_EDGES }, (_, part) => first.sent + (part / EVEN_EDGES) * windowMs), ...late];
}
const EVEN_EDGES = 12;
