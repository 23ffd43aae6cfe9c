import { isObject } from '../../exchange/index.ts';
import type { PlanLimits } from '../../result/result.ts';
import type { PlanSummary } from '../../result/summary/plans.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { count } from '../text/count.ts';
import { cut, inert } from '../text/inert.ts';

const brief = (text: string) => inert(cut(text, 60));

/** One plan's experiment as a sentence. */
export function planSentence(plan: PlanSummary): string {
  const { sent, refused, unanswered, retryAfterSeen, admittedInWindow } = plan.numbers;
  const outside = plan.numbers.admitted - admittedInWindow;
  const parts = [
    admitted(plan),
    ...(outside > 0 ? [`${count(outside)} more outside it`] : []),
    `${count(refused)} of ${count(sent)} requests refused${retryAfterSeen.length === 0 ? '' : `, Retry-After ${retryAfters(plan.numbers)}`}`,
    ...(unanswered > 0 ? [`${count(unanswered)} without a response`] : []),
  ];
  return `${firstAttempt(plan.numbers)}${parts.join('; ')}`;
}

const retryAfters = ({ retryAfterSeen }: PlanLimits): string => retryAfterSeen.slice(0, 4).map(brief).join(', ');

/** `60 of 60 admitted in a window of 60 s`, or `310 admitted in a window of 60 s: the limit of 300 and 10 that came back meanwhile`. */
function admitted({ numbers, beyond }: PlanSummary): string {
  const { admittedInWindow, perWindow, windowSeconds } = numbers;
  const within = `admitted in a window of ${windowSeconds} s`;
  if (beyond === undefined) return `${count(admittedInWindow)} of ${count(perWindow)} ${within}`;
  const came = beyond.isCertain ? 'refilled' : 'may have refilled';
  return `${count(admittedInWindow)} ${within}: the limit of ${count(perWindow)}, and ${count(beyond.count)} that ${came} meanwhile`;
}

/** The numbers of the first attempt, which a finding may be about. Empty without a second attempt. */
function firstAttempt({ firstLook: first, perWindow }: PlanLimits): string {
  if (first === undefined) return '';
  return `first attempt: ${first.admittedInWindow} of ${perWindow} admitted and ${first.refused} of ${first.sent} requests refused; second attempt: `;
}

/** Notes for users of the limits; plans with the same note share it. */
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
  const value = rows.find((row) => row.id === id)?.value;
  return isObject(value) ? value : undefined;
}

function kind(plan: PlanSummary): string[] {
  const { class: name } = plan.numbers.algorithm;
  const seen = observed(plan, 'limit.algorithm');
  if (seen === undefined) return [];
  if (name === 'not determined' && seen['windows'] === true) return ['fixed or sliding window (no continuous refill)'];
  return [brief(KINDS[name] ?? name)];
}

/** Both fixed kinds have one text, because rounding decides between them in a short window. */
const KINDS: Readonly<Record<string, string>> = {
  'fixed from first request': 'counts in fixed windows',
  'fixed on the clock': 'counts in fixed windows',
  sliding: 'counts in a sliding window',
  'continuous refill': 'refills quota continuously',
  'not determined': 'limiter algorithm not determined',
};

function prolongs(plan: PlanSummary): string[] {
  return observed(plan, 'limit.rejects-count')?.['prolongsTheWait'] === true
    ? ['a refused request extends the wait, so a client that keeps sending is never admitted again']
    : [];
}

function others({ perWindow, limitsSeen = [] }: PlanLimits): string[] {
  const other = limitsSeen.filter((limit) => limit !== perWindow);
  if (other.length === 0) return [];
  const seen = other.slice(0, 4).join(', ');
  const also = limitsSeen.includes(perWindow) ? 'also ' : '';
  return [`the headers ${also}show a limit of ${seen}; the plan has ${perWindow}`];
}
