import type { EndedTrace } from '../exchange/trace.ts';
import { judgeTrace } from './check.ts';
import { type Judged, judgeLoad } from './limits/judge-limits.ts';

export type { Judged };

export function judgeRun(trace: EndedTrace): Judged {
  const { verdicts, ...limits } = judgeLoad(trace);
  const conformance = trace.head.command === 'limits' ? [] : judgeTrace(trace);
  return { verdicts: [...conformance, ...verdicts], ...limits };
}
