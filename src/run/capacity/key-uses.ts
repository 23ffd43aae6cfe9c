import { type CapacityPlan, keyNumber, ownHands, requestsOf, type Segment } from '../../capacity/index.ts';
import type { ApiKey } from '../../exchange/index.ts';
import type { KeyUse } from '../lifecycle/key-budget.ts';

/** Maximum requests of this machine with each key of the pool. */
export function poolUses(
  { steps, shares, instances = 1 }: CapacityPlan,
  keys: readonly ApiKey[],
  segment: Segment,
): KeyUse[] {
  const requests = requestsOf(steps, instances) / instances;
  const byLabel = new Map(keys.map((key) => [key.label, key]));
  return ownHands(shares, segment).flatMap((share) =>
    Array.from({ length: share.keys }, (_, index) => {
      const key = byLabel.get(`${share.plan}#${keyNumber(share, index)}`);
      const own = Math.ceil((requests * share.share) / share.keys) + 1;
      const { perDay = Number.POSITIVE_INFINITY } = share;
      return key === undefined ? [] : { key, perDay, requests: own, refusals: 0 };
    }).flat(),
  );
}
