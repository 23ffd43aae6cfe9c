import { oncePer } from '../../exchange/once.ts';
import type { Evidence } from './evidence.ts';

/** Another plan, if every response shows its numbers: the key is of that plan, or the limiter is wrong. */
export function otherPlanShown({ experiment, minute, limit }: Evidence): string | undefined {
  const shown = [...new Set(minute.flatMap((reading) => reading.limit ?? []))];
  if (shown.length === 0 || shown.includes(limit) || shown.includes(experiment.perDay)) return undefined;
  const plan = Object.entries(experiment.otherPlans).find(([, numbers]) =>
    shown.every((value) => value === numbers.perMinute || value === numbers.perDay),
  );
  return plan?.[0];
}

/** The limit that the service applies: the one in every response, if it is less than the plan's. limit.admits-plan reports that. */
export const appliedLimit: (evidence: Evidence) => number = oncePer(({ minute, limit }) => {
  const [shown = limit, ...others] = new Set(minute.flatMap((reading) => reading.limit ?? []));
  return others.length === 0 ? Math.min(shown, limit) : limit;
});
