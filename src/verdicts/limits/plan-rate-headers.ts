import { isFromIntermediary } from '../../exchange/body.ts';
import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Head, LimitPlan } from '../../exchange/records/run-record.ts';
import { PER_RESPONSE } from '../../judge/rate-judgements.ts';
import { because, type Conclusion, inconclusive, MAX_FINDINGS, pass } from '../../rules/conclusion.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { LIMIT_REQUIREMENTS } from '../../spec/requirements/limit.ts';

const RULES = Object.entries(PER_RESPONSE) as (readonly [RequirementId, Rule])[];

/** Number of responses that are judged at a time: a million would not fit in memory. */
const PART_SIZE = 5_000;

/** The requirements that each plan's record shows. */
export const LOAD_REQUIREMENTS: readonly RequirementId[] = [
  ...LIMIT_REQUIREMENTS,
  ...RULES.map(([id]) => id),
  'rate.counts-every-operation',
];

/** Judges the `rate.*` requirements with every recorded response to this plan's key, including the first response of the next window. */
export function judgePlanRateHeaders(
  { plan, perMinute, perDay }: LimitPlan,
  exchanges: Iterable<Exchange>,
  draws: Conclusion,
  head: Head,
): [RequirementId, Conclusion][] {
  const settings = { ...head.settings, plan, perMinute, perDay };
  const conclusions = RULES.map(([id]): [RequirementId, Conclusion[]] => [id, []]);
  for (const part of parts(exchanges)) {
    const trace = { head: { ...head, settings }, exchanges: part };
    // A refusal may extend the wait by more than a window, if its headers show that (a ban: rule 5 of the specification).
    const admitted = part.filter(({ received }) => received.status !== 429);
    for (const [index, [id, rule]] of RULES.entries())
      conclusions[index]?.[1].push(rule(id === 'rate.reset-in-window' ? admitted : part, trace));
  }
  const all: [RequirementId, Conclusion[]][] = [...conclusions, ['rate.counts-every-operation', [draws]]];
  return all.map(([id, each]) => [id, joined(each)]);
}

function* parts(exchanges: Iterable<Exchange>): Generator<Answered[]> {
  let part: Answered[] = [];
  for (const exchange of exchanges) {
    if (!isAnswered(exchange) || isFromIntermediary(exchange.received)) continue;
    part.push(exchange);
    if (part.length < PART_SIZE) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** One conclusion of all parts. A violation that a single response shows needs a confirmation attempt (one-bad-gateway). */
function joined(conclusions: readonly Conclusion[]): Conclusion {
  const failed = conclusions.flatMap((conclusion) => (conclusion.verdict === 'fail' ? [conclusion] : []));
  const subjects = conclusions.reduce(
    (sum, conclusion) => sum + ('subjects' in conclusion ? (conclusion.subjects ?? 0) : 0),
    0,
  );
  const [first] = failed;
  if (first === undefined) {
    // No part may pass, e.g. if the daily limit is exhausted.
    if (subjects > 0 && conclusions.some(({ verdict }) => verdict === 'pass')) return pass(subjects);
    return conclusions.find(({ verdict }) => verdict !== 'pass') ?? inconclusive(because('nothing-to-judge'));
  }
  const findings = failed.flatMap((conclusion) => conclusion.findings);
  const shown = new Set(findings.flatMap(({ exchanges }) => exchanges));
  return {
    ...first,
    findings: findings.slice(0, MAX_FINDINGS),
    subjects,
    ...(shown.size === 1 ? { otherCause: first.otherCause ?? because('single-response') } : {}),
  };
}
