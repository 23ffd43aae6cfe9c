import type { SetUpMistake } from '../judge/checks/set-up.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { PlanLimits } from './result.ts';

/** What the judges said of a trace. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly numbers?: Readonly<Record<string, PlanLimits>>;
  /** By plan: a key whose limit could not be judged, and what to do. */
  readonly mistakes?: Readonly<Record<string, SetUpMistake>>;
}
