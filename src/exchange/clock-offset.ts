export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Bounds of "server clock minus ours", in milliseconds. */
export interface ClockOffset extends Interval {
  /** The range that contains every sample. */
  readonly span?: Interval;
  /** Samples contradict each other (several clocks, a cached Date), so only their span is known. */
  readonly several?: true;
}

/** Assumed without any Date: the clocks differ by at most a second. So a timestamp that is right by our clock counts as right. */
export const OUR_CLOCK: ClockOffset = { from: -1_000, to: 1_000 };

/**
 * The offset after one more response; unchanged if that has no Date. A Date names a second between sending and receipt (RFC 9110 §6.6.1).
 * Samples of one clock agree, so their intersection is the offset. Of contradictory samples, the offset is their span.
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
  const knownSpan = known.span ?? known;
  // Most samples show nothing new; a run may have a million.
  if (contains(knownSpan, sample) && (known.several === true || contains(sample, known))) return known;
  const span = { from: Math.min(knownSpan.from, sample.from), to: Math.max(knownSpan.to, sample.to) };
  const common = known.several === true ? undefined : intersection(known, sample);
  return common === undefined ? { ...span, span, several: true } : { ...common, span };
}

const contains = (outer: Interval, inner: Interval): boolean => outer.from <= inner.from && inner.to <= outer.to;

function intersection(a: Interval, b: Interval): Interval | undefined {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from <= to ? { from, to } : undefined;
}
