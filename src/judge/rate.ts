import { type Answered, isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import type { Finding, Outcome } from '../rules/outcome.ts';
import { countsDown, countsEveryOperation } from '../rules/rate/countdown.ts';
import {
  headersPresent,
  limitMatchesPlan,
  remainingInRange,
  resetInteger,
  singleInteger,
} from '../rules/rate/headers.ts';
import { resetInWindow, resetUnixSeconds } from '../rules/rate/reset.ts';
import type { Rule } from '../rules/rule.ts';
import type { RequirementId } from '../spec/requirements/index.ts';
import { isBeforeTheService } from './expect/answered.ts';
import { type Emit, open } from './judgement.ts';

/** Each response alone shows these. */
export const EACH = {
  'rate.headers-present': headersPresent,
  'rate.single-integer': singleInteger,
  'rate.reset-integer': resetInteger,
  'rate.limit-matches-plan': limitMatchesPlan,
  'rate.remaining-in-range': remainingInRange,
  'rate.reset-unix-seconds': resetUnixSeconds,
  'rate.reset-in-window': resetInWindow,
} as const satisfies Partial<Record<RequirementId, Rule>>;

/** These compare several responses in their order. */
const SERIES = {
  'rate.remaining-counts-down': countsDown,
  'rate.counts-every-operation': countsEveryOperation,
} as const satisfies Partial<Record<RequirementId, Rule>>;

/** The rules of the rate-limit headers, which read the complete run: their outcomes become judgements. */
export function judgeRate(trace: Trace, emit: Emit): void {
  const evidence = trace.exchanges.filter(isAnswered).filter((one) => !isBeforeTheService(one));
  for (const id of Object.keys(EACH) as (keyof typeof EACH)[]) {
    const outcome = EACH[id](evidence, trace);
    judgeOutcome(id, outcome, evidence, emit);
    if (outcome.kind !== 'broken' || id === 'rate.headers-present') continue;
    const bad = new Set(outcome.findings.map(({ exchanges }) => exchanges.at(-1)));
    for (const one of evidence) if (!bad.has(one.seq)) emit({ id, on: [one] });
  }
  for (const id of Object.keys(SERIES) as (keyof typeof SERIES)[])
    judgeOutcome(id, SERIES[id](evidence, trace), evidence, emit);
}

function judgeOutcome(id: RequirementId, outcome: Outcome, evidence: readonly Answered[], emit: Emit): void {
  const on = evidence.slice(-1);
  if (outcome.kind === 'holds' && outcome.subjects > 0) emit({ id, on, subjects: outcome.subjects });
  if (outcome.kind === 'undecided') {
    const { together, notBefore: due } = outcome.attempt ?? {};
    // The next judgement of the complete run decides, whatever a single response shows.
    const doubt = open(outcome, Number.POSITIVE_INFINITY);
    emit({ id, on, doubt, ...(together && { witness: [{ volley: true }] }), ...(due !== undefined && { due }) });
  }
  if (outcome.kind === 'broken')
    for (const finding of outcome.findings) judgeBroken(id, finding, outcome, evidence, emit);
}

function judgeBroken(
  id: RequirementId,
  finding: Finding,
  { otherCause, recurs }: Extract<Outcome, { kind: 'broken' }>,
  evidence: readonly Exchange[],
  emit: Emit,
): void {
  const cited = evidence.filter(({ seq }) => finding.exchanges.includes(seq));
  const on = cited.toSorted((one, other) => finding.exchanges.indexOf(one.seq) - finding.exchanges.indexOf(other.seq));
  const proof = (some: readonly Exchange[]) =>
    otherCause === undefined
      ? { certain: recurs === true || some.length > 1 }
      : { doubt: open(otherCause, Number.POSITIVE_INFINITY) };
  // Of several responses without a header, each is a violation at its moment.
  const each = id === 'rate.headers-present' ? on.map((one) => [one]) : [on];
  for (const some of each) emit({ id, on: some, finding, ...proof(some) });
}
