import { idWithPlan } from '../../judge/gate/drift.ts';
import { count, plural } from '../../text/number-text.ts';
import type { PlanLimits, Result } from '../result.ts';
import { worstOf } from './facts.ts';
import { type Row, rowWithBehaviour } from './rows.ts';

export type PlanSummary = ReturnType<typeof plansOf>[number];

export function plansOf({ limits }: Pick<Result, 'limits'>, rows: readonly Row[]) {
  return Object.entries(limits).map(([plan, numbers]) => {
    const own = rows.filter((row) => idWithPlan(row).plan === plan);
    return {
      plan,
      numbers,
      failed: own.filter(({ verdict }) => verdict === 'fail'),
      /** The worst status of the plan's requirements. */
      status: worstOf(own),
      /** Null if a finding says it. */
      behavesLike: rowWithBehaviour(own) === undefined ? numbers.behavesLike : null,
      /** The verdict on requests above the limit: after a pass, refilled quota explains them; if inconclusive, it may. */
      excess: own.find(({ id }) => id === 'limit.rejects-excess')?.verdict,
    };
  });
}

/** Each attempt in numbers that add up: a finding may be about either. Whether quota refilled is known only of the last one. */
export function planText({ numbers, behavesLike, excess }: PlanSummary): string {
  const { firstLook: first, ...last } = numbers;
  const took = ` in ${(last.elapsedMs / 1000).toFixed(1)} s`;
  return [
    ...(first === undefined ? [] : [`First attempt, ${attemptText({ ...last, ...first }, undefined, '')}`]),
    `${first === undefined ? '' : 'Second attempt, '}${attemptText(last, excess, took)}`,
    ...(typeof behavesLike === 'string' ? [behavesLike] : []),
  ].join('. ');
}

/** `68 requests in 10.2 s: 60 admitted by the end of the burst (limit 60), 2 later, 6 refused (Retry-After: 9, 4)`. */
function attemptText(numbers: PlanLimits, excess: PlanSummary['excess'], took: string): string {
  const { admittedInWindow, admittedWithoutDraw, admittedBefore = 0, admitted, sent, refused } = numbers;
  const { unanswered, retryAfterSeen, perWindow } = numbers;
  const later = admitted - admittedInWindow - admittedWithoutDraw - admittedBefore;
  const other = sent - admitted - refused - unanswered;
  const beyond = admittedInWindow - perWindow;
  const refilled = excess === 'pass' && beyond > 0 ? `; ${count(beyond)} refilled meanwhile` : '';
  const values = retryAfterSeen.slice(0, 4).join(', ');
  const parts = [
    ...(admittedBefore > 0 ? [`${count(admittedBefore)} admitted before`] : []),
    `${count(admittedInWindow)} admitted by the end of the burst (limit ${count(perWindow)}${refilled})`,
    ...(admittedWithoutDraw > 0 ? [`${count(admittedWithoutDraw)} that did not lower Remaining`] : []),
    ...(later > 0 ? [`${count(later)} later`] : []),
    `${count(refused)} refused${values === '' ? '' : ` (Retry-After: ${values})`}`,
    ...(unanswered > 0 ? [`${count(unanswered)} without a response`] : []),
    ...(other > 0 ? [plural(other, 'other response')] : []),
  ];
  return `${plural(sent, 'request')}${took}: ${parts.join(', ')}`;
}
