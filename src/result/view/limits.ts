import { isObject } from '../../exchange/json.ts';
import { count, plural } from '../../text/count.ts';
import { cut, inert } from '../../text/inert.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import type { PlanLimits, Result } from '../result.ts';
import { planOfLimit, STATUSES, type Status } from '../status.ts';
import type { Row } from './rows.ts';

/** One plan whose limit was exhausted. */
export type PlanSummary = ReturnType<typeof plansOf>[number];

export function plansOf({ limits }: Pick<Result, 'limits'>, rows: readonly Row[]) {
  return Object.entries(limits).map(([plan, numbers]) => {
    const own = rows.filter((row) => planOfLimit(row) === plan);
    const excess = own.find(({ id }) => id === 'limit.rejects-excess');
    const isExplained = excess?.verdict === 'pass' || excess?.verdict === 'inconclusive';
    return {
      plan,
      numbers,
      rows: own,
      /** The worst that its requirements came to. */
      badge: badgeOf(own),
      /** More than the plan's number was admitted, and that is a violation. */
      isOver: excess?.verdict === 'fail',
      /** If quota that came back explains that more than the plan's number were admitted: whether for certain. */
      ...(isExplained ? { refilled: { isCertain: excess.verdict === 'pass' } } : {}),
    };
  });
}

/** What is recommended and not proven, does not apply or was not requested takes nothing from a pass. */
function badgeOf(rows: readonly Row[]): Status {
  const counted = rows.filter(({ status, level }) => status !== 'inconclusive' || level === 'must');
  return STATUSES.find((status) => counted.some((row) => row.status === status)) ?? 'skipped';
}

const brief = (text: string) => inert(cut(text, 60));

/**
 * Each attempt in numbers that add up, with the duration of the last one. The first one is shown, too, because a finding may be about
 * either. Whether quota refilled is known only of the last one.
 */
export function planSentences({ numbers, refilled, rows }: PlanSummary): string[] {
  const { firstLook: first, ...last } = numbers;
  const took = `; ${(last.elapsedMs / 1000).toFixed(1)} s`;
  const { behavesLike } = last;
  const isSaid = (words: string) => rows.some(({ findings }) => findings?.some(({ actual }) => actual.endsWith(words)));
  const like = typeof behavesLike === 'string' && !isSaid(behavesLike) ? [inert(cut(behavesLike, 200))] : [];
  if (first === undefined) return [`${attemptSentence(last, refilled)}${took}`, ...like];
  return [
    `first attempt, ${attemptSentence({ ...last, byStatus: {}, ...first }, undefined)}`,
    `second attempt, ${attemptSentence(last, refilled)}${took}`,
    ...like,
  ];
}

/** `68 requests: 60 admitted by the end of the burst (limit 60), 2 later, 6 refused (Retry-After: 9, 4)`. */
function attemptSentence(numbers: PlanLimits, refilled: PlanSummary['refilled']): string {
  const { admittedInWindow, admittedWithoutDraw, admittedBefore = 0, admitted, sent, refused } = numbers;
  const { unanswered, retryAfterSeen } = numbers;
  const later = admitted - admittedInWindow - admittedWithoutDraw - admittedBefore;
  const other = sent - admitted - refused - unanswered;
  const values = retryAfterSeen.slice(0, 4).map(brief).join(', ');
  const parts = [
    ...(admittedBefore > 0 ? [`${count(admittedBefore)} in an earlier window`] : []),
    `${count(admittedInWindow)} admitted by the end of the burst (limit ${count(numbers.perWindow)}${refill(numbers, refilled)})`,
    ...(admittedWithoutDraw > 0 ? [`${count(admittedWithoutDraw)} that did not lower Remaining`] : []),
    ...(later > 0 ? [`${count(later)} later`] : []),
    `${count(refused)} refused${values === '' ? '' : ` (Retry-After: ${values})`}`,
    ...(unanswered > 0 ? [`${count(unanswered)} without a response`] : []),
    ...(other > 0 ? [`${plural(other, 'other response')}${statusesOf(numbers)}`] : []),
  ];
  return `${plural(sent, 'request')}: ${parts.join(', ')}`;
}

/** The statuses that are neither an admission nor a refusal: ` (500)`. Lists and the other operations were sent together. */
function statusesOf({ byStatus }: PlanLimits): string {
  const other = Object.keys(byStatus).filter((status) => !/^(?:0|2..|400|404|429)$/.test(status));
  return other.length === 0 ? '' : ` (${other.slice(0, 4).map(brief).join(', ')})`;
}

/** `; 10 refilled meanwhile`, if that explains why more than the limit were admitted. */
function refill({ admittedInWindow, perWindow }: PlanLimits, refilled: PlanSummary['refilled']): string {
  const beyond = admittedInWindow - perWindow;
  if (refilled === undefined || beyond <= 0) return '';
  return `; ${count(beyond)} ${refilled.isCertain ? 'refilled' : 'may have refilled'} meanwhile`;
}

/** Notes for users of the limits; plans with the same note share it. */
export function remarks(plans: readonly PlanSummary[]): string[] {
  const all = plans.flatMap((plan) =>
    [...kind(plan), ...prolongs(plan), ...otherLimits(plan.numbers)].map((words) => ({
      plan: brief(plan.plan),
      words,
    })),
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

function kind({ numbers: { behavesLike, algorithm } }: PlanSummary): string[] {
  // The plan's own sentences say it.
  if (typeof behavesLike === 'string') return [];
  const fits = Array.isArray(algorithm.fits) ? algorithm.fits : [];
  const kinds = [...new Set(fits.flatMap((shape) => KINDS[String(shape)] ?? []))];
  return kinds.length === 0 ? [] : [`the limiter ${kinds.join(', or ')}`];
}

const KINDS: Readonly<Record<string, string>> = {
  'window from the first request': 'counts in fixed windows',
  'window on the clock': 'counts in fixed windows',
  'rolling window': 'counts in a sliding window',
  'weighted counter': 'counts in two weighted windows',
  bucket: 'refills quota continuously',
};

function prolongs(plan: PlanSummary): string[] {
  if (observed(plan, 'limit.rejects-count')?.['prolongsTheWait'] === true)
    return ['each refused request extends the wait, so clients must send nothing until Retry-After is over'];
  const row = plan.rows.find(({ id }) => id === 'limit.rejects-count');
  return row?.code === ('admitted-during-wait' satisfies ReasonCode) ? [inert(cut(row.reason ?? '', 300))] : [];
}

function otherLimits({ perWindow, limitsSeen }: PlanLimits): string[] {
  const other = limitsSeen.filter((limit) => limit !== perWindow);
  if (other.length === 0) return [];
  const seen = other.slice(0, 4).map(count).join(', ');
  const also = limitsSeen.includes(perWindow) ? 'also ' : '';
  return [`the headers ${also}show a limit of ${seen}; the plan has ${count(perWindow)}`];
}
