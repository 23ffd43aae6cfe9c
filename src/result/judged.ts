import type { Verdict } from '../judge/verdict.ts';
import type { SetUpMistake } from '../text/mistakes.ts';
import type { PlanLimits } from './result.ts';

/** The verdicts on a trace. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly numbers?: Readonly<Record<string, PlanLimits>>;
  /** Set-up mistakes of keys, by plan. */
  readonly mistakes?: Readonly<Record<string, SetUpMistake>>;
}
