import type { PlanLimits } from '../../result/result.ts';
import type { PlanSummary } from '../../result/summary/plans.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { count, plural } from '../text/count.ts';
import { cut, inert } from '../text/inert.ts';

const brief = (text: string) => inert(cut(text, 60));

/** The numbers of one attempt at a limit, in words. */
export interface Attempt {
  /** Empty without a second attempt. */
  readonly name: string;
  readonly admitted: string;
  readonly refused: string;
  readonly retryAfters: string;
}

/** The last attempt, after the first one if there were two: a finding may be about either. */
export function attemptsAt({ numbers, refilled }: PlanSummary): readonly Attempt[] {
  const { firstLook: first, ...last } = numbers;
  if (first === undefined) return [attempt('', last, refilled)];
  return [
    attempt('first attempt', { ...last, unanswered: 0, retryAfterSeen: [], ...first }, refilled),
    attempt('second attempt', last, refilled),
  ];
}

type Numbers = Omit<PlanLimits, 'admitted'> & Partial<Pick<PlanLimits, 'admitted'>>;

function attempt(name: string, numbers: Numbers, refilled: PlanSummary['refilled']): Attempt {
  const { admittedInWindow, admitted = admittedInWindow, sent, refused, unanswered, retryAfterSeen } = numbers;
  const others = admitted - admittedInWindow;
  const lost = unanswered > 0 ? `, ${count(unanswered)} without a response` : '';
  return {
    name,
    admitted: `${admittedIn(numbers, refilled)}${others > 0 ? `, ${count(others)} before or after it` : ''}`,
    refused: `${count(refused)} of ${plural(sent, 'request')} refused${lost}`,
    retryAfters: retryAfterSeen.slice(0, 4).map(brief).join(', '),
  };
}

/** Each attempt as a sentence. */
export const planSentences = (plan: PlanSummary): string[] =>
  attemptsAt(plan).map(({ name, admitted, refused, retryAfters }) => {
    const values = retryAfters === '' ? '' : ` (Retry-After values: ${retryAfters})`;
    return `${name === '' ? '' : `${name}: `}${admitted}; ${refused}${values}`;
  });

/** `60 of 60 admitted in a window of 60 s`, or `310 admitted in a window of 60 s: the limit of 300 and 10 that came back meanwhile`. */
function admittedIn(
  { admittedInWindow, perWindow, windowSeconds }: Numbers,
  refilled: PlanSummary['refilled'],
): string {
  const within = `admitted in a window of ${windowSeconds} s`;
  const beyond = admittedInWindow - perWindow;
  if (refilled === undefined || beyond <= 0) return `${count(admittedInWindow)} of ${count(perWindow)} ${within}`;
  const came = refilled.isCertain ? 'refilled' : 'may have refilled';
  return `${count(admittedInWindow)} ${within}: the limit of ${count(perWindow)} and ${count(beyond)} that ${came} meanwhile`;
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
  const value: unknown = rows.find((row) => row.id === id)?.value;
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function kind(plan: PlanSummary): string[] {
  const { class: name } = plan.numbers.algorithm;
  const seen = observed(plan, 'limit.algorithm');
  if (seen === undefined) return [];
  if (name !== 'not determined') return [brief(KINDS[name] ?? name)];
  const words = seen['windows'] === true ? 'counts in fixed or sliding windows' : 'limiter algorithm not determined';
  return [typeof seen['evidence'] === 'string' ? `${words}: ${inert(cut(seen['evidence'], 200))}` : words];
}

/** Both fixed kinds have one text, because rounding decides between them in a short window. */
const KINDS: Readonly<Record<string, string>> = {
  'fixed from first request': 'counts in fixed windows',
  'fixed on the clock': 'counts in fixed windows',
  sliding: 'counts in a sliding window',
  'continuous refill': 'refills quota continuously',
};

function prolongs(plan: PlanSummary): string[] {
  return observed(plan, 'limit.rejects-count')?.['prolongsTheWait'] === true
    ? ['a refused request extends the wait, so a client that keeps sending is never admitted again']
    : [];
}

function others({ perWindow, limitsSeen = [] }: PlanLimits): string[] {
  const other = limitsSeen.filter((limit) => limit !== perWindow);
  if (other.length === 0) return [];
  const seen = other.slice(0, 4).map(count).join(', ');
  const also = limitsSeen.includes(perWindow) ? 'also ' : '';
  return [`the headers ${also}show a limit of ${seen}; the plan has ${count(perWindow)}`];
}
