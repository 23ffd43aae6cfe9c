import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import type { Interval } from '../../exchange/clock-offset.ts';
import { RESET_ROUNDING_MS } from '../../spec/headers.ts';
import { othersSeen } from '../evidence/exhaustion.ts';
import type { Course, Event } from './course.ts';
import { type LimiterBounds, type LimiterModel, limiterOf, type Use } from './limiters.ts';

/** What a limiter of this shape would have to be, to decide and to count as this one did. */
export type Fit = Readonly<NonNullable<ReturnType<typeof fitOf>>>;

/** Sums of parts of a slot are not exact (refusals-counted). */
const EPSILON = 1e-6;

/** @param limit of a bucket: what comes back in its window. Undefined if no limit fits. */
export function fitOf(trace: Course, model: LimiterModel, limit: number) {
  const limiter = limiterOf(model, trace, limit);
  // Weighted counters round (weighted-counter), and their edge is known to a second.
  const blurred = OTHERS_ALLOWED + (limit * RESET_ROUNDING_MS) / model.windowMs;
  const others = othersSeen(trace.evidence) + (model.shape === 'weighted counter' ? blurred : 0);
  const used: { readonly event: Event; readonly from: number; readonly to: number }[] = [];
  const whole = { from: 0, to: Infinity };
  // The last requests exclude the most models, so they come first.
  for (const event of trace.events.toReversed()) {
    const { from, to } = limiter.use(event);
    used.push({ event, from, to: to + others });
    // Room for one more when a request is admitted, and never more in use than the limit, unless refusals count.
    const held = event.admitted ? from + 1 : model.prolongs ? 0 : from;
    whole.from = Math.max(whole.from, Math.ceil(held - EPSILON));
    if (!event.admitted) whole.to = Math.min(whole.to, Math.ceil(to + others - EPSILON));
    if (whole.from > whole.to) return undefined;
  }
  const counted = (before: 0 | 1): Interval =>
    meet(
      used.map(({ event: { admitted, remaining: shown }, from, to }) => {
        if (!admitted || shown === undefined) return { from: -Infinity, to: Infinity };
        return { from: shown + 1 - before + from, to: shown + 2 - before + to - EPSILON };
      }),
    );
  const conventions = ([0, 1] as const)
    .map((before) => meet([whole, counted(before)]))
    .map(({ from, to }) => ({ from: Math.ceil(from - EPSILON), to: Math.floor(to) }))
    .filter(({ from, to }) => from <= to);
  const both = conventions.find(({ from, to }) => from <= limit && limit <= to) ?? conventions[0];
  const applied = both ?? whole;
  return {
    model,
    /** The limits with which it admits and refuses the same requests. */
    limit: applied,
    /** Whether Remaining fits, too. */
    counts: both !== undefined,
    resets: resetsFit(trace, model, limiter),
    /** Whether every Retry-After is long enough. */
    waits: trace.events.every((event) => isLongEnough(event, limiter.use, applied.to)),
  };
}

const meet = (all: readonly Interval[]): Interval =>
  all.reduce((a, b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }), {
    from: -Infinity,
    to: Infinity,
  });

/** One difference between the server's clock and ours must explain all of them: that of Date, if there is one. */
function resetsFit(trace: Course, { slackMs }: LimiterModel, { resets }: LimiterBounds): boolean {
  const { clock } = trace.evidence;
  const shown = trace.events.filter(({ reset }) => reset !== undefined);
  const spread = clock.clocks === 'several' ? clock.to - clock.from : 0;
  return [0, 1].some((convention) => {
    const offsets = shown.map((event) => {
      const all = resets(event);
      const truth = all[convention] ?? all[0] ?? { from: -Infinity, to: Infinity };
      const named = (event.reset ?? 0) * 1_000;
      const blur = RESET_ROUNDING_MS + spread + slackMs;
      return { from: named - truth.to - blur, to: named - truth.from + blur };
    });
    const { from, to } = meet([clock, ...offsets]);
    return from <= to;
  });
}

/** A slot was possible when the announced wait was over. */
function isLongEnough(event: Event, use: Use, limit: number): boolean {
  if (event.due === undefined) return true;
  const at = Math.max(event.due, event.received);
  return use({ ...event, sent: at, received: at }).from <= limit - 1 + EPSILON;
}
