/** From and to; equal if it is known. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** What a limiter behaves like: `windowMs` is the length of its windows; of a bucket, the time in which `perWindow` come back. */
interface BehaviourShown {
  readonly shape:
    | 'window from the first request'
    | 'window on the clock'
    | 'rolling window'
    | 'weighted counter'
    | 'bucket';
  readonly limit: Range;
  readonly windowMs: Range;
}

/**
 * `Behaves like a bucket of 300 that returns 12 requests per minute`
 * @param plan the plan's number, and the length of its window in milliseconds
 */
export function behavesLike(
  { shape, limit, windowMs }: BehaviourShown,
  plan: { readonly perWindow: number; readonly windowMs: number },
): string {
  const seconds = `${range({ from: windowMs.from / 1_000, to: windowMs.to / 1_000 }, 0)} s`;
  if (shape === 'bucket') {
    const times = { from: plan.windowMs / windowMs.to, to: plan.windowMs / windowMs.from };
    const rate = range({ from: times.from * plan.perWindow, to: times.to * plan.perWindow }, 0);
    const unit = plan.windowMs === 60_000 ? 'minute' : `${plan.windowMs / 1_000} s`;
    return `Behaves like a bucket of ${range(limit, 0)} that returns ${rate} requests per ${unit}`;
  }
  const names = {
    'window from the first request': `a window of ${seconds} from the first request`,
    'window on the clock': `windows of ${seconds} on the clock`,
    'rolling window': `a rolling window of ${seconds}`,
    'weighted counter': `a weighted counter of two windows of ${seconds}`,
  } as const;
  return `Behaves like ${names[shape]}, with a limit of ${range(limit, 0)}`;
}

/** `12`, `12 to 14`, `at least 118`: rounded, and only as exact as it is known. */
function range({ from, to }: Range, digits: number): string {
  const [low, high] = [from, to].map((value) => value.toFixed(digits));
  if (to === Infinity) return `at least ${low}`;
  return low === high ? `${low}` : `${low} to ${high}`;
}
