export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Bounds of "server clock minus ours", in milliseconds. */
export interface ClockOffset extends Interval {
  /** The range that contains every sample. */
  readonly all?: Interval;
  /** Samples contradicted each other (several clocks, a cached Date): only the range that contains all of them is known. */
  readonly several?: true;
}

/** Without any Date: equals ours within a second. A timestamp that is right by our clock is right, whatever the server has. */
export const OUR_CLOCK: ClockOffset = { from: -1_000, to: 1_000 };

/**
 * What is known after one more response, whose Date names a second between sending and receipt (RFC 9110 §6.6.1); the same if it has none.
 * Intersects the samples as long as they agree, as those of one clock do.
 */
export function withDate(
  known: ClockOffset | null,
  date: number | undefined,
  sent: number,
  received: number,
): ClockOffset | null {
  if (date === undefined) return known;
  const sample = { from: date - received, to: date + 1_000 - sent };
  if (known === null) return sample;
  const before = known.all ?? known;
  // Most samples show nothing new; a run may have a million.
  if (contains(before, sample) && (known.several === true || contains(sample, known))) return known;
  const all = { from: Math.min(before.from, sample.from), to: Math.max(before.to, sample.to) };
  const both = known.several === true ? undefined : intersection(known, sample);
  return both === undefined ? { ...all, all, several: true } : { ...both, all };
}

const contains = (outer: Interval, inner: Interval): boolean => outer.from <= inner.from && inner.to <= outer.to;

function intersection(a: Interval, b: Interval): Interval | undefined {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from <= to ? { from, to } : undefined;
}
