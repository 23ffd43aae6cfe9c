import { memoize } from '../../exchange/memoize.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { allows, type Fit, fitOf } from './fit.ts';
import { type Algorithm, FAMILIES, type LimiterModel } from './limiters.ts';
import { type ModelInput, modelInputOf } from './model-input.ts';

export const ALGORITHMS = Object.keys(FAMILIES) as readonly Algorithm[];

/** Algorithms with which a refused request may start the wait again. */
const PROLONGED: readonly Algorithm[] = ['window from the first request', 'rolling window'];

/** The algorithms that fit with the plan's limit and window; only those that also fit the Resets, if any does. Empty if none fits. */
export const legalFits = memoize((evidence: Evidence): readonly Fit[] =>
  windowFits(evidence).filter((fit) => allows(fit, evidence.limit)),
);

/** The algorithms that fit with the plan's window, and any limit. */
const windowFits = memoize((evidence: Evidence): readonly Fit[] => {
  const fits = fitsIn(evidence, ALGORITHMS);
  if (fits.some(({ fitsResets }) => fitsResets)) return fits.filter(({ fitsResets }) => fitsResets);
  // Each refused request starts the wait again (refusals-prolong, refusals-counted).
  const prolonged = fitsIn(evidence, PROLONGED, { prolongs: true }).filter(({ fitsResets }) => fitsResets);
  if (prolonged.length > 0) return prolonged;
  // The Reset of a rolling window or counter may name the next slot (weighted-counter-next-slot).
  return [...fits, ...fitsIn(evidence, ['weighted counter'], { isEven: true })];
});

/** Whether a weighted counter or a bucket explains the record: these return the limit gradually, and their Reset may name the next slot. */
export const isGradual = (evidence: Evidence): boolean =>
  windowFits(evidence).some(({ model: { algorithm } }) => algorithm === 'weighted counter' || algorithm === 'bucket');

function fitsIn(evidence: Evidence, algorithms: readonly Algorithm[], options: FitOptions = {}): Fit[] {
  const { windowMs } = evidence;
  return algorithms.flatMap((algorithm) => {
    for (const slack of FAMILIES[algorithm].slacks) {
      const tried = fitsOf(modelInputOf(evidence), algorithm, windowMs, { ...options, slackMs: slack * windowMs });
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
    return WRONG_LENGTHS.some((factor) => {
      const options = { slackMs: factor * slackMs, prolongs, isEven: !isShown };
      return fitsOf(modelInputOf(evidence), algorithm, factor * evidence.windowMs, options).some(
        (fit) => fit.fitsRemaining && (fit.fitsResets || !isShown) && allows(fit, size),
      );
    });
  });
}

interface FitOptions extends Partial<Pick<LimiterModel, 'slackMs' | 'prolongs'>> {
  /** Whether a window may begin at any moment, not only where Resets say. */
  readonly isEven?: boolean;
}

export function fitsOf(
  input: ModelInput,
  algorithm: Algorithm,
  windowMs: number,
  { slackMs = 0, prolongs = false, isEven = false }: FitOptions = {},
): Fit[] {
  return edgesOf(input, algorithm, windowMs, isEven).flatMap((edge) => {
    const model: LimiterModel = { algorithm, windowMs, edge, slackMs, prolongs };
    return fitOf(input, model, input.evidence.limit) ?? [];
  });
}

/**
 * Moments at which a window may begin, by the first and the last Reset. Without Resets that count, EVEN_EDGES moments of a window
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
