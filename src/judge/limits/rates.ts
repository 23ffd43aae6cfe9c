import {
  type Answered,
  type Exchange,
  type Head,
  isAnswered,
  isIntermediary,
  type LimitPlan,
} from '../../exchange/index.ts';
import { because, type Outcome } from '../../rules/outcome.ts';
import {
  headersPresent,
  limitMatchesPlan,
  remainingInRange,
  resetInteger,
  singleInteger,
} from '../../rules/rate/headers.ts';
import { resetUnixSeconds } from '../../rules/rate/reset.ts';
import { resetInWindow } from '../../rules/rate/reset-range.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { toVerdict } from '../checks/judge.ts';
import type { Verdict } from '../verdict.ts';

const RULES: readonly (readonly [RequirementId, Rule])[] = [
  ['rate.headers-present', headersPresent],
  ['rate.single-integer', singleInteger],
  ['rate.reset-integer', resetInteger],
  ['rate.limit-matches-plan', limitMatchesPlan],
  ['rate.remaining-in-range', remainingInRange],
  ['rate.reset-unix-seconds', resetUnixSeconds],
  // A refusal may extend the wait by more than a window, if its headers show that.
  [
    'rate.reset-in-window',
    (part, trace) =>
      resetInWindow(
        part.filter(({ received }) => received.status !== 429),
        trace,
      ),
  ],
];

/** Number of responses that are judged at a time: a million would not fit in memory. */
const PART = 5_000;

/**
 * The `rate.*` requirements, judged with every recorded response to this plan's key, including the first one of the
 * next window. Rules without a verdict on this record have no row: `check` sends what they need.
 */
export function judgeRates(plan: LimitPlan, exchanges: Iterable<Exchange>, draws: Outcome, head: Head): Verdict[] {
  const { plan: name, perMinute, perDay, otherPlans } = plan;
  const settings = { ...head.settings, plan: name, perMinute, perDay, otherPlans };
  const outcomes = RULES.map(([id]): [RequirementId, Outcome[]] => [id, []]);
  for (const part of parts(exchanges)) {
    const trace = { head: { ...head, settings }, exchanges: part, skips: [], waits: [] };
    for (const [index, [, rule]] of RULES.entries()) outcomes[index]?.[1].push(rule(part, trace));
  }
  const all: [RequirementId, Outcome[]][] = [...outcomes, ['rate.counts-every-operation', [draws]]];
  return all.flatMap(([id, each]) => {
    const outcome = joined(each);
    return outcome === undefined ? [] : [{ ...toVerdict(id, outcome), plan: name }];
  });
}

function* parts(exchanges: Iterable<Exchange>): Generator<Answered[]> {
  let part: Answered[] = [];
  for (const exchange of exchanges) {
    if (!isAnswered(exchange) || isIntermediary(exchange.received)) continue;
    part.push(exchange);
    if (part.length < PART) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** Violations of any part, else the parts that hold. A single unusual response needs a confirmation attempt. */
function joined(outcomes: readonly Outcome[]): Outcome | undefined {
  const broken = outcomes.flatMap((outcome) => (outcome.kind === 'broken' ? [outcome] : []));
  const subjects = outcomes.reduce((sum, outcome) => sum + ('subjects' in outcome ? (outcome.subjects ?? 0) : 0), 0);
  const [first] = broken;
  if (first === undefined)
    return subjects > 0 && outcomes.some(({ kind }) => kind === 'holds') ? { kind: 'holds', subjects } : undefined;
  const findings = broken.flatMap((outcome) => outcome.findings);
  const shown = new Set(findings.flatMap(({ exchanges }) => exchanges));
  const isOdd = shown.size === 1 && first.otherCause === undefined;
  return {
    ...first,
    findings: findings.slice(0, 5),
    subjects,
    ...(isOdd ? { otherCause: because('single-response') } : {}),
  };
}
