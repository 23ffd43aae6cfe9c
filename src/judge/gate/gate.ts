import type { EndedTrace } from '../../exchange/trace.ts';
import type { FailOn, Level } from '../../spec/requirement.ts';
import { EXIT } from '../../text/exit-codes.ts';
import type { ReasonCode } from '../../text/reasons.ts';
import type { Verdict } from '../verdict.ts';

type GateRow = Pick<Verdict, 'verdict' | 'level'> & { readonly code?: string | undefined; readonly waiver?: object };

type RunOutcome = 'passed' | 'failed' | 'incomplete' | 'error';

/**
 * The outcome of a run. A violation fails it, even if evidence is missing. Without evidence for a must, or if it did not finish, it is
 * incomplete and never passes. `waiverProblems`: waivers that must be fixed or removed, without those of warnings.
 */
export function outcomeOfRun(
  rows: readonly GateRow[],
  trace: EndedTrace,
  failOn: readonly FailOn[],
  { waiverProblems = 0, drifts = 0 } = {},
): RunOutcome {
  if (rows.some((row) => row.verdict === 'fail' && row.waiver === undefined && levelFailsRun(row, failOn)))
    return 'failed';
  // After a set-up mistake nothing was judged, so waivers cannot be checked.
  if (waiverProblems > 0 && trace.end?.reason !== 'set-up') return 'failed';
  if (drifts > 0 && failOn.includes('drift')) return 'failed';
  const judged = rows.some(({ verdict }) => verdict === 'pass');
  const unproven = rows.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'must');
  const skipped = failOn.includes('skipped') && rows.some(isSkippedMust);
  return !judged || unproven || skipped || trace.end?.reason !== 'complete' ? 'incomplete' : 'passed';
}

/** Whether a read-only run skipped this must. The run can pass nevertheless, except with `--fail-on skipped`. */
export const isSkippedMust = ({ level, code }: Pick<GateRow, 'level' | 'code'>): boolean =>
  level === 'must' && code === ('read-only' satisfies ReasonCode);

export const exitCodeOf = (outcome: RunOutcome, { end }: EndedTrace): number =>
  end?.reason === 'interrupted' ? EXIT.interrupted : EXIT[outcome];

/** Whether a violation of this level, or a problem of its waiver, fails the run: of a should, only with `--fail-on should`. */
export const levelFailsRun = ({ level }: { readonly level?: Level | undefined }, failOn: readonly FailOn[]): boolean =>
  level !== 'should' || failOn.includes('should');
