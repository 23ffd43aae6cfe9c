import type { EndedTrace } from '../../exchange/index.ts';
import type { Verdict } from '../verdict.ts';

/** What fails the run: a must, always; a should; an open behaviour that is not what was pinned. */
export type FailOn = 'must' | 'should' | 'drift';

/** What the gate looks at of a judged requirement. */
type Row = Pick<Verdict, 'verdict' | 'level'> & { readonly waiver?: object };

/** What fails a run besides a requirement. */
export interface Besides {
  /** How many waivers must be mended or removed. */
  readonly waiverProblems?: number;
  /** How many open behaviours are not what was pinned. */
  readonly drifts?: number;
}

export type RunOutcome = 'passed' | 'failed' | 'incomplete' | 'error';

/** Exit codes of every command; `--help` prints this table. */
export const EXIT = { passed: 0, failed: 1, usage: 2, incomplete: 3, error: 4, interrupted: 130 } as const;

/** A breach fails the run, whatever else is missing. Missing evidence for a must, or a run that did not finish, is incomplete: never a pass. */
export function outcomeOfRun(
  rows: readonly Row[],
  trace: EndedTrace,
  failOn: FailOn | readonly FailOn[],
  { waiverProblems = 0, drifts = 0 }: Besides = {},
): RunOutcome {
  if (rows.some((row) => isGateFailure(row, failOn))) return 'failed';
  // After a set-up mistake nothing is known of the service, so nothing of the waivers either.
  if (waiverProblems > 0 && trace.end?.reason !== 'set-up') return 'failed';
  if (drifts > 0 && [failOn].flat().includes('drift')) return 'failed';
  const judged = rows.some(({ verdict }) => verdict === 'pass');
  const unproven = rows.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'must');
  return !judged || unproven || trace.end?.reason !== 'complete' ? 'incomplete' : 'passed';
}

export function exitCodeOf(outcome: RunOutcome, trace: EndedTrace): number {
  return trace.end?.reason === 'interrupted' ? EXIT.interrupted : EXIT[outcome];
}

/** A breach that nobody has accepted. */
export function isGateFailure({ verdict, level, waiver }: Row, failOn: FailOn | readonly FailOn[]): boolean {
  return verdict === 'fail' && waiver === undefined && (level === 'must' || [failOn].flat().includes('should'));
}
