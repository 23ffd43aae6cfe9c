import type { EndedTrace } from '../../src/exchange/trace.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import type { Experiment } from '../../src/limiter/experiment.ts';
import { judgeExperiment } from '../../src/limiter/judge-experiment.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';

/** What was recorded: `trace` of a check, or `experiment` of a plan's limit. */
export interface Evidence {
  readonly trace?: EndedTrace;
  readonly experiment?: Experiment;
}

/** A line of the corpus. */
export interface Line extends Evidence {
  readonly id: string;
  readonly seed?: number;
  readonly network?: string;
  readonly shift?: number;
  readonly verdicts: readonly Recorded[];
}

/** A verdict as it was recorded: `verdict` of a check, or `outcome` of a limit rule. */
export interface Recorded {
  readonly id: string;
  readonly verdict?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly findings?: readonly string[];
  readonly value?: unknown;
}

export const recordedOf = ({ id, plan, verdict, code, findings, value }: Verdict): Recorded => ({
  id: plan === undefined ? id : `${id} (${plan})`,
  verdict,
  ...(code === undefined ? {} : { code }),
  findings: findings.flatMap((finding) => finding.code ?? []),
  ...(value === undefined ? {} : { value }),
});

/** What the judge of today says. */
export function judgedNow({ trace, experiment }: Evidence): Recorded[] {
  if (trace !== undefined) return judgeTrace(trace).map(recordedOf);
  if (experiment === undefined) throw new Error('a line has neither a trace nor an experiment');
  return Object.entries(judgeExperiment(experiment).conclusions).map(([id, conclusion]) => ({
    id,
    outcome: conclusion.verdict,
    ...('code' in conclusion ? { code: conclusion.code } : {}),
    ...(conclusion.verdict === 'fail' ? { findings: conclusion.findings.map(({ code }) => code) } : {}),
  }));
}
