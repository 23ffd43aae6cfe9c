import type { EndedTrace } from '../exchange/index.ts';
import { judgeTrace } from './checks/judge-trace.ts';
import { judgeLoad, type LimitsJudged } from './limits/judge-limits.ts';
import type { Verdict } from './verdict.ts';

export interface Judged extends Omit<LimitsJudged, 'verdicts'> {
  readonly verdicts: readonly Verdict[];
}

/** All verdicts of a run: those of the checks and those of each plan's limit. */
export function judgeRun(trace: EndedTrace): Judged {
  const { verdicts, ...limits } = judgeLoad(trace);
  const conformance = trace.head.command === 'limits' ? [] : judgeTrace(trace);
  return { verdicts: [...conformance, ...verdicts], ...limits };
}
