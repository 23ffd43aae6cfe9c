import type { Sample } from '../../exchange/index.ts';

export const NO_ANSWER = 'no answer';

/** The number of sent requests, warm-up included. */
export interface SentCounts {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byPlan: Readonly<Record<string, number>>;
  readonly byKey: ReadonlyMap<string, { requests: number; refusals: number }>;
  readonly created: number;
}

export interface SentCounter {
  readonly add: (sample: Sample) => void;
  readonly counts: () => SentCounts;
}

export function sentCounter(): SentCounter {
  const byStatus: Record<string, number> = {};
  const byPlan: Record<string, number> = {};
  const byKey = new Map<string, { requests: number; refusals: number }>();
  let created = 0;
  return {
    add: ({ status, key, op }) => {
      const name = status === 0 ? NO_ANSWER : String(status);
      const counts = byKey.get(key) ?? { requests: 0, refusals: 0 };
      byKey.set(key, counts);
      counts.requests += 1;
      if (status === 429) counts.refusals += 1;
      byStatus[name] = (byStatus[name] ?? 0) + 1;
      const plan = key.slice(0, key.indexOf('#'));
      byPlan[plan] = (byPlan[plan] ?? 0) + 1;
      if (op === 'create' && status === 201) created += 1;
    },
    counts: () => ({ byStatus, byPlan, byKey, created }),
  };
}
