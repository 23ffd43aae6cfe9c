import type { RunTrace } from '../exchange/journal/k6-records.ts';
import type { EndedTrace } from '../exchange/trace.ts';
import { conclude, concludeFailed } from '../judge/conclude.ts';
import { isViolation } from '../judge/judgement.ts';
import { observationsOf } from '../judge/observe.ts';
import { addressRefusalIn } from '../judge/refused-key.ts';
import { setUpMistake } from '../judge/set-up.ts';
import { inconclusiveVerdict, toVerdict, type Verdict, withExclusions } from '../judge/verdict.ts';
import { because, type Conclusion, inconclusive, notApplicable } from '../rules/conclusion.ts';
import { CHECK_REQUIREMENTS, needsCreates, type Requirement } from '../spec/requirements/catalogue.ts';
import { nested } from '../text/template.ts';
import { judgementsOf } from './check-judgements.ts';
import { type Judged, judgeLimits } from './limits/judge-limits.ts';

/** Verdicts for every requirement of a run: of its check, and of its limits. */
export function judgeRun(trace: RunTrace): Judged {
  const { verdicts, ...limits } = judgeLimits(trace);
  const conformance = trace.head.command === 'limits' ? [] : judgeTrace(trace);
  return { verdicts: [...conformance, ...verdicts], ...limits };
}

/** Verdicts for every requirement of a check, as a pure function of the recorded trace. */
export const judgeTrace = (trace: EndedTrace): Verdict[] => withExclusions(judgeAll(trace), trace.head);

function judgeAll(trace: EndedTrace): Verdict[] {
  if (trace.end?.reason === 'set-up') return judgeSetUp(trace);
  const block = addressRefusalIn(trace);
  if (block !== undefined)
    return judgeAll(block.before).map((verdict) =>
      verdict.verdict === 'inconclusive' ? inconclusiveVerdict(verdict.id, block.reason) : verdict,
    );
  const { settings } = trace.head;
  const judgements = judgementsOf(trace);
  const observations = observationsOf(trace);
  const conclusionOn = ({ id, level }: Requirement): Conclusion => {
    if (level !== 'observe') return conclude(id, judgements.get(id) ?? [], trace);
    return settings.readOnly && needsCreates(id) ? notApplicable(because('read-only')) : observations(id);
  };
  return CHECK_REQUIREMENTS.map((required) => toVerdict(required.id, conclusionOn(required)));
}

/** After a set-up mistake, another server may have responded. Only the limit of another plan is judged, because the user's plan counts. */
function judgeSetUp(trace: EndedTrace): Verdict[] {
  const mistake = setUpMistake(trace);
  const reason = because('set-up', { mistake: nested(mistake ?? { message: 'first contact failed' }) });
  const limit = 'rate.limit-matches-plan';
  const violated = mistake?.code === 'other-plan' ? (judgementsOf(trace).get(limit) ?? []).filter(isViolation) : [];
  return CHECK_REQUIREMENTS.map(({ id }) =>
    toVerdict(id, id === limit && violated.length > 0 ? concludeFailed(id, violated, violated) : inconclusive(reason)),
  );
}
