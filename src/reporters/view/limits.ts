import type { PlanLimits } from '../../result/result.ts';
import type { PlanSummary } from '../../result/summary/plans.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { cut, inert } from '../text/inert.ts';

const brief = (text: string) => inert(cut(text, 60));

/** One plan's experiment in a sentence. */
export function planSentence(plan: PlanSummary, shown: (count: number) => string = String): string {
  const { sent, refused, unanswered, retryAfterSeen } = plan.numbers;
  const parts = [
    admitted(plan, shown),
    `${shown(refused)} of ${shown(sent)} requests refused${retryAfterSeen.length === 0 ? '' : `, Retry-After ${retryAfters(plan.numbers)}`}`,
    ...(unanswered > 0 ? [`${shown(unanswered)} unanswered`] : []),
  ];
  return `${firstAttempt(plan.numbers)}${parts.join('; ')}`;
}

export const retryAfters = ({ retryAfterSeen }: PlanLimits): string => retryAfterSeen.slice(0, 4).map(brief).join(', ');

/** `60 of 60 admitted in a window of 60 s`, or `310 admitted in a window of 60 s: the limit of 300 and 10 that came back meanwhile`. */
export function admitted({ numbers, beyond }: PlanSummary, shown: (count: number) => string = String): string {
  const { admittedInWindow, perWindow, windowSeconds } = numbers;
  const within = `admitted in a window of ${windowSeconds} s`;
  if (beyond === undefined) return `${shown(admittedInWindow)} of ${shown(perWindow)} ${within}`;
  const came = beyond.isCertain ? 'came back' : 'may have come back';
  return `${shown(admittedInWindow)} ${within}: the limit of ${shown(perWindow)} and ${shown(beyond.count)} that ${came} meanwhile`;
}

/** The numbers of the first of two attempts: a finding may be about that one. Empty if there was one attempt. */
export function firstAttempt({ firstLook: first, perWindow }: PlanLimits): string {
  if (first === undefined) return '';
  return `first attempt: ${first.admittedInWindow} of ${perWindow} admitted and ${first.refused} of ${first.sent} requests refused; second attempt: `;
}

/** What a user of each limit should know besides the verdict: sentences, each once for all plans that it is true of. */
export function remarks({ plans }: Summary): string[] {
  const all = plans.flatMap((plan) =>
    [...kind(plan), ...prolongs(plan), ...others(plan.numbers)].map((words) => ({ plan: brief(plan.plan), words })),
  );
  return [...new Set(all.map(({ words }) => words))].map((words) => {
    const own = all.filter((one) => one.words === words);
    return `${own.map(({ plan }) => plan).join(', ')}: ${words}`;
  });
}

function observed({ rows }: PlanSummary, id: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = rows.find((row) => row.id === id)?.value;
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function kind(plan: PlanSummary): string[] {
  const { class: name } = plan.numbers.algorithm;
  return observed(plan, 'limit.algorithm') === undefined ? [] : [brief(KINDS[name] ?? name)];
}

/** In a short window the two fixed kinds are told apart by rounding alone, so no difference is made here. */
const KINDS: Readonly<Record<string, string>> = {
  'fixed from first request': 'counts in fixed windows',
  'fixed on the clock': 'counts in fixed windows',
  sliding: 'counts in a sliding window',
  'continuous refill': 'gives quota back continuously',
  'not determined': 'the limiter algorithm could not be determined',
};

function prolongs(plan: PlanSummary): string[] {
  return observed(plan, 'limit.rejects-count')?.['prolongsTheWait'] === true
    ? ['a refused request prolongs the wait, so a client that keeps asking is never admitted again']
    : [];
}

function others({ perWindow, limitsSeen = [] }: PlanLimits): string[] {
  const other = limitsSeen.filter((limit) => limit !== perWindow);
  if (other.length === 0) return [];
  const seen = other.slice(0, 4).join(', ');
  return [`X-RateLimit-Limit also said ${seen}: another limit than the plan's ${perWindow} shares the headers`];
}
