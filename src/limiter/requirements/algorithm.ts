import { because, type Outcome, observed, undecided } from '../../rules/outcome.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { exhausted } from '../evidence/exhaustion.ts';
import { legalFits } from '../models/explain.ts';
import type { Shape } from '../models/limiters.ts';

/** `class`: the only kind of limiter that fits; `fits`: all that do, with the plan's limit and window. */
export interface Algorithm {
  readonly class: Shape | 'not determined';
  readonly fits: readonly Shape[];
}

export function algorithmOf(evidence: Evidence): Algorithm {
  const fits = exhausted(evidence) === undefined ? [] : legalFits(evidence).map(({ model }) => model.shape);
  const [only] = fits;
  return { class: only !== undefined && fits.length === 1 ? only : 'not determined', fits };
}

/**
 * limit.algorithm (info): the limiters that fit.
 *
 *   half a window after the burst   sent  list ──► 200, Remaining 29   a bucket
 *   half a window after the burst   sent  list ──► 429                 a window; Reset and what comes back show which
 */
export function observeAlgorithm(evidence: Evidence): Outcome {
  if (evidence.refusals.length === 0) return undecided(because('no-429'));
  return observed({ ...algorithmOf(evidence) }, evidence.minute.length);
}
