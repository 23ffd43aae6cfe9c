/** A closed range of possible values. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export const width = ({ from, to }: Interval): number => to - from;

/** The values in both, or undefined where there are none. */
export function intersection(a: Interval, b: Interval): Interval | undefined {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from <= to ? { from, to } : undefined;
}

/** The smallest range that holds both. */
export function hull(a: Interval, b: Interval): Interval {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}
