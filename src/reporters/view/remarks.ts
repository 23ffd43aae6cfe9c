import type { PlanLimits, RequirementResult, Result } from '../../result/result.ts';
import { cut, inert } from '../text/inert.ts';

interface Remark {
  readonly plan: string;
  readonly words: string;
}

/** What a user of each pushed limit should know of it besides the verdict: sentences, each once for all plans that it is true of. */
export function remarks({ limits, requirements }: Result): string[] {
  const all = Object.entries(limits).flatMap(([plan, numbers]) =>
    [
      ...kind(numbers, observedOf(requirements, 'limit.algorithm', plan)),
      ...prolongs(observedOf(requirements, 'limit.rejects-count', plan)),
      ...others(numbers),
    ].map((words): Remark => ({ plan, words })),
  );
  return [...new Set(all.map(({ words }) => words))].map(
    (words) =>
      `${all
        .filter((one) => one.words === words)
        .map(({ plan }) => shown(plan))
        .join(', ')}: ${words}`,
  );
}

const shown = (text: string) => inert(cut(text, 60));

type Members = Readonly<Record<string, unknown>>;

function observedOf(rows: readonly RequirementResult[], id: string, plan: string): Members | undefined {
  const value: unknown = rows.find((row) => row.id === id && row.plan === plan)?.value;
  return typeof value === 'object' && value !== null ? (value as Members) : undefined;
}

function kind({ algorithm }: PlanLimits, seen: Members | undefined): string[] {
  if (seen === undefined) return [];
  if (algorithm.class === 'not determined')
    return [`what kind of limiter it is was not shown${whyNot(seen['evidence'])}`];
  return [shown(KINDS[algorithm.class] ?? algorithm.class)];
}

/** Its last part is the same for all plans; before it stand numbers. */
function whyNot(evidence: unknown): string {
  return typeof evidence === 'string' ? ` (${inert(cut(evidence.split(': ').at(-1) ?? '', 200))})` : '';
}

/** In a short window the two fixed kinds are told apart by rounding alone, so no difference is made here. */
const KINDS: Readonly<Record<string, string>> = {
  'fixed from first request': 'counts in fixed windows',
  'fixed on the clock': 'counts in fixed windows',
  sliding: 'counts in a sliding window',
  'continuous refill': 'gives quota back continuously',
};

function prolongs(seen: Members | undefined): string[] {
  return seen?.['prolongsTheWait'] === true
    ? ['a refused request prolongs the wait, so a client that keeps asking is never let in again']
    : [];
}

function others({ perWindow, limitsSeen = [] }: PlanLimits): string[] {
  const other = limitsSeen.filter((limit) => limit !== perWindow);
  return other.length === 0
    ? []
    : [
        `X-RateLimit-Limit also said ${other.slice(0, 4).join(', ')}: another limit than the plan's ${perWindow} shares the headers`,
      ];
}
