import { keyNumber, ownHands, requestsOf } from '../../capacity/index.ts';
import type { KeyLabel } from '../../exchange/index.ts';
import type { KeyWork } from '../lifecycle/key-use.ts';
import type { CapacityCall } from './read-capacity.ts';

/** What each key that this machine uses is put to, at most. */
export function poolWorks({ plan, keys, instances: { of, segment } }: CapacityCall): KeyWork[] {
  const requests = requestsOf(plan.steps, of) / of;
  return ownHands(plan.shares, segment).flatMap((share) =>
    Array.from({ length: share.keys }, (_, index): KeyWork => {
      const label: KeyLabel = `${share.plan}#${keyNumber(share, index)}`;
      const own = Math.ceil((requests * share.share) / share.keys) + 1;
      const { perDay = Number.POSITIVE_INFINITY } = share;
      return { label, value: keys.get(label) ?? '', perDay, requests: own, refusals: 0 };
    }),
  );
}
