import type { Result } from '../../result/result.ts';

type Judged = Pick<Result, 'limits' | 'requirements'>;

/** Why more than a plan's limit were admitted in a window, where that is no breach: `10 that came back meanwhile`. Undefined for any other. */
export function beyondLimit(
  { limits, requirements }: Judged,
  plan: string,
  shown: (count: number) => string = String,
): string | undefined {
  const { admittedInWindow = 0, perWindow = 0 } = limits[plan] ?? {};
  const row = requirements.find(({ id, plan: other }) => id === 'limit.rejects-excess' && other === plan);
  const beyond = admittedInWindow - perWindow;
  if (beyond <= 0 || row === undefined) return undefined;
  if (row.verdict === 'pass') return `${shown(beyond)} that came back meanwhile`;
  return row.verdict === 'inconclusive' ? `${shown(beyond)} that may have come back meanwhile` : undefined;
}

/** `60 of 60 admitted in a window of 60 s`, or `310 admitted in a window of 60 s: the limit of 300 and 10 that came back meanwhile`. */
export function admitted(result: Judged, plan: string, shown: (count: number) => string = String): string {
  const { admittedInWindow = 0, perWindow = 0, windowSeconds = 0 } = result.limits[plan] ?? {};
  const beyond = beyondLimit(result, plan, shown);
  const within = `admitted in a window of ${windowSeconds} s`;
  return beyond === undefined
    ? `${shown(admittedInWindow)} of ${shown(perWindow)} ${within}`
    : `${shown(admittedInWindow)} ${within}: the limit of ${shown(perWindow)} and ${beyond}`;
}
