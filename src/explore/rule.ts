import { type Answered, type Exchange, oncePer, type Trace } from '../exchange/index.ts';
import { groupBy } from '../exchange/journal/group.ts';
import { isLeak } from '../rules/auth/leak.ts';
import { because, type Finding, type Outcome, undecided } from '../rules/outcome.ts';
import type { Rule } from '../rules/rule.ts';
import { type RequirementId, requirement } from '../spec/requirements/index.ts';
import { isExplored } from '../store/index.ts';
import { nested } from '../text/template.ts';
import { exploredIn, isBeforeTheService, withoutExploration } from './explored.ts';
import { ORACLES, selectorFor } from './oracles.ts';

/**
 * A requirement's rule, extended to the exploration. If other requests show a violation too, only these report it, so
 * that a finding and its waiver do not depend on the depth. A violation that only the exploration shows must be seen
 * twice; the smallest request that shows it is reported.
 */
export function exploredRule(id: RequirementId, rule: Rule): Rule {
  const oracle = ORACLES[id];
  const isEvidence = selectorFor(id);
  const isObserved = requirement(id).level === 'observe';
  const own = (explored: readonly Answered[], trace: Trace) =>
    oracle === undefined ? [] : explored.flatMap((exchange) => oracle(exchange, trace) ?? []);
  return (evidence, trace) => {
    const explored = exploredIn(trace);
    if (!trace.exchanges.some(isExplored)) return rule(evidence, trace);
    const suite = evidence.filter((exchange) => !isExplored(exchange));
    if (isObserved) return rule(suite, withoutExploration(trace));
    const showsAlone = (exchange: Answered) =>
      oracle?.(exchange, trace) !== undefined || rule([exchange], trace).kind === 'broken';
    if (OF_SUITE.includes(id))
      return combined(id, rule(suite, withoutExploration(trace)), own(explored, trace), trace, showsAlone);
    const all = evidence.filter((exchange) => !isExplored(exchange) || !isBeforeTheService(exchange));
    const more = isEvidence === undefined ? [] : explored.filter((exchange) => isEvidence(exchange, trace));
    const outcome = rule([...all, ...more], trace);
    return combined(id, outcome, own(explored, trace), trace, showsAlone);
  };
}

/** Their rules check whether the suite created anything before a refusal counts as a violation. */
const OF_SUITE: readonly RequirementId[] = [
  'create.created',
  'create.each-status',
  'create.status-optional',
  'create.int64',
  'create.text',
];

/**
 * @param showsAlone whether an exchange shows the violation by itself: a rule may name one example for all of a kind
 */
function combined(
  id: RequirementId,
  outcome: Outcome,
  own: readonly Finding[],
  trace: Trace,
  showsAlone: (exchange: Answered) => boolean,
): Outcome {
  const findings = [...(outcome.kind === 'broken' ? outcome.findings : []), ...own];
  if (findings.length === 0) return outcome;
  const bySeq = new Map(exploredIn(trace).map((exchange) => [exchange.seq, exchange]));
  const ofExploration = (finding: Finding) => finding.exchanges.some((seq) => bySeq.has(seq));
  const plain = findings.filter((finding) => !ofExploration(finding));
  const subjects = 'subjects' in outcome ? (outcome.subjects ?? 0) : 0;
  if (plain.length > 0 && outcome.kind === 'broken') {
    const codes = new Set(plain.map(({ code }) => code));
    const alike = findings.filter(({ code }) => codes.has(code));
    return { ...outcome, findings: plain, ...(isSpread(alike, trace) ? { recurs: true } : {}) };
  }
  const standing = recurring(id, findings, bySeq, showsAlone);
  const [smallest] = standing.toSorted((a, b) => sizeIn(a, bySeq) - sizeIn(b, bySeq));
  const hasRecurred = outcome.kind === 'broken' && outcome.recurs === true;
  if (smallest === undefined) return hasRecurred ? outcome : intermittent(findings, trace, subjects);
  const seen = new Set(standing.map(({ exchanges }) => exchanges.at(-1)));
  const level = outcome.kind === 'broken' && outcome.level !== undefined ? { level: outcome.level } : {};
  const recurs = seen.size > 1 || hasRecurred ? { recurs: true as const } : {};
  return { kind: 'broken', ...level, findings: [smallest], subjects: Math.max(subjects, seen.size), ...recurs };
}

/** Milliseconds. What a restart or one failure of a gateway explains is over by then. */
const APART_MS = 2_000;

/** Findings that identical requests contradict: a violation if it occurred at two moments, else inconclusive. */
function intermittent(findings: readonly Finding[], trace: Trace, subjects: number): Outcome {
  if (isSpread(findings, trace))
    return {
      kind: 'broken',
      findings: findings.slice(-3),
      subjects: Math.max(subjects, findings.length),
      recurs: true,
    };
  return undecided(because('contradicted-by-identical', { violation: findings.slice(0, 1).map(nested) }), subjects);
}

/** Whether a violation occurred at two moments. */
function isSpread(findings: readonly Finding[], { exchanges }: Trace): boolean {
  const last = new Set(findings.map((finding) => finding.exchanges.at(-1)));
  const times = exchanges.filter(({ seq }) => last.has(seq)).map(({ sent }) => sent.at);
  return Math.max(...times) - Math.min(...times) >= APART_MS;
}

/** Without the findings that an identical request, sent later, does not show. */
function recurring(
  id: RequirementId,
  findings: readonly Finding[],
  bySeq: ReadonlyMap<number, Answered>,
  showsAlone: (exchange: Answered) => boolean,
): Finding[] {
  const shown = new Set(findings.flatMap(({ exchanges }) => exchanges));
  const others = groupBy(
    [...bySeq.values()].filter(({ seq }) => !shown.has(seq)),
    requestText,
  );
  return findings.filter(({ exchanges }) => {
    const last = bySeq.get(exchanges.at(-1) ?? 0);
    return last === undefined || isLeak(last, id) || (others.get(requestText(last)) ?? []).every(showsAlone);
  });
}

/** Two requests with the same text are the same request. */
export const requestText = oncePer(({ sent: { method, path, headers, body } }: Pick<Exchange, 'sent'>): string =>
  JSON.stringify([method, path, headers, body]),
);

/** Of two requests that show the same, the one with the shorter text is reported. */
function sizeIn({ exchanges }: Finding, bySeq: ReadonlyMap<number, Answered>): number {
  return exchanges.reduce((sum, seq) => sum + sizeOf(bySeq.get(seq)), 0);
}

const sizeOf = (exchange: Answered | undefined): number => (exchange === undefined ? 0 : requestText(exchange).length);
