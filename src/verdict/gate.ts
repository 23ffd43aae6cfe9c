import type { Trace } from '../exchange/index.ts';
import type { Verdict } from './verdict.ts';

export type FailOn = 'must' | 'should';

export type RunOutcome = 'passed' | 'failed' | 'incomplete' | 'error';

/** Exit codes of every command; `--help` prints this table. */
export const EXIT = { passed: 0, failed: 1, usage: 2, incomplete: 3, error: 4, interrupted: 130 } as const;

/** A breach fails the run, whatever else is missing. Missing evidence for a must, or a run that did not finish, is incomplete: never a pass. */
export function outcomeOfRun(verdicts: readonly Verdict[], trace: Trace, failOn: FailOn): RunOutcome {
  if (verdicts.some((verdict) => isGateFailure(verdict, failOn))) return 'failed';
  const judged = verdicts.some(({ verdict }) => verdict === 'pass');
  const unproven = verdicts.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'must');
  return !judged || unproven || trace.end?.reason !== 'complete' ? 'incomplete' : 'passed';
}

export function exitCodeOf(outcome: RunOutcome, trace: Trace): number {
  return trace.end?.reason === 'interrupted' ? EXIT.interrupted : EXIT[outcome];
}

export function isGateFailure({ verdict, level }: Verdict, failOn: FailOn): boolean {
  return verdict === 'fail' && (level === 'must' || failOn === 'should');
}
