import type { Answered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { countsDown, countsEveryOperation } from '../rules/rate/countdown.ts';
import { headersPresent, limitMatchesPlan, remainingInRange, singleInteger } from '../rules/rate/header-rules.ts';
import { resetInteger, resetInWindow, resetUnixSeconds } from '../rules/rate/reset.ts';
import type { Rule } from '../rules/rule.ts';
import type { RequirementId } from '../spec/requirements/catalogue.ts';
import { type Emit, openDoubt } from './judgement.ts';

/** Rules that a single response can violate. Some also compare responses: then a finding names several. */
export const PER_RESPONSE = {
  'rate.headers-present': headersPresent,
  'rate.single-integer': singleInteger,
  'rate.reset-integer': resetInteger,
  'rate.limit-matches-plan': limitMatchesPlan,
  'rate.remaining-in-range': remainingInRange,
  'rate.reset-unix-seconds': resetUnixSeconds,
  'rate.reset-in-window': resetInWindow,
} as const satisfies Partial<Record<RequirementId, Rule>>;

const RULES = {
  ...PER_RESPONSE,
  // These need several responses.
  'rate.remaining-counts-down': countsDown,
  'rate.counts-every-operation': countsEveryOperation,
} as const satisfies Partial<Record<RequirementId, Rule>>;

/** Judges the complete run by the rate-limit rules, and emits each conclusion as judgements. */
export function judgeRate(trace: Trace, responses: readonly Answered[], emit: Emit): void {
  const last = responses.at(-1);
  if (last === undefined) return;
  const bySeq = new Map(responses.map((exchange) => [exchange.seq, exchange]));
  for (const [id, rule] of Object.entries(RULES) as [keyof typeof RULES, Rule][]) {
    const conclusion = rule(responses, trace);
    if (conclusion.verdict === 'pass' && conclusion.subjects > 0) emit({ id, on: last, subjects: conclusion.subjects });
    // The next judgement of the complete run decides, whatever a single response shows.
    if (conclusion.verdict === 'inconclusive')
      emit({ id, on: last, doubt: openDoubt(conclusion, Infinity), ...conclusion.needs });
    if (conclusion.verdict !== 'fail') continue;
    const { otherCause } = conclusion;
    const bad = new Set<Exchange>();
    for (const finding of conclusion.findings) {
      const shown = finding.exchanges.flatMap((seq) => bySeq.get(seq) ?? []);
      // Of several responses without a header, each is a violation at its moment.
      const isAbsence = id === 'rate.headers-present';
      for (const on of isAbsence ? shown : shown.slice(-1)) {
        bad.add(on);
        // A rule that compares responses has excluded other causes, or names one (rate.txt: it falls by two for creates).
        const isCompared = !isAbsence && shown.length > 1;
        const doubt = otherCause && openDoubt(otherCause, Infinity);
        emit({ id, on, finding, certain: isCompared, doubt });
      }
    }
    const conformsAlone = (exchange: Answered): boolean => {
      const alone = rule([exchange], trace);
      return alone.verdict === 'pass' && alone.subjects > 0;
    };
    if (id in PER_RESPONSE) for (const on of responses) if (!bad.has(on) && conformsAlone(on)) emit({ id, on });
  }
}
