import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import type { Interval } from '../../exchange/clock-offset.ts';
import { RESET_ROUNDING_MS } from '../../spec/headers.ts';
import { othersSeen } from '../evidence/exhaustion.ts';
import { type LimiterBounds, type LimiterModel, limiterOf, type UsageAt } from './limiters.ts';
import type { ComparedRequest, ModelInput } from './model-input.ts';

/** The limits with which a limiter of this algorithm decides as this one did, and what else of the record it explains. */
export type Fit = Readonly<NonNullable<ReturnType<typeof fitOf>>>;

/** Sums of parts of a slot are not exact (refusals-counted). */
const EPSILON = 1e-6;

/** @param limit of a bucket: what comes back in its window. Undefined if no limit fits. */
export function fitOf(input: ModelInput, model: LimiterModel, limit: number) {
  const limiter = limiterOf(model, input, limit);
  // Weighted counters round (weighted-counter), and their edge is known to a second.
  const tolerance = OTHERS_ALLOWED + (limit * RESET_ROUNDING_MS) / model.windowMs;
  const others = othersSeen(input.evidence) + (model.algorithm === 'weighted counter' ? tolerance : 0);
  const used: { readonly event: ComparedRequest; readonly from: number; readonly to: number }[] = [];
  const limits = { from: 0, to: Infinity };
  // The last requests exclude the most models, so they come first.
  for (const event of input.events.toReversed()) {
    const { from, to } = limiter.use(event);
    used.push({ event, from, to: to + others });
    // Room for one more when a request is admitted, and never more in use than the limit, unless refusals count.
    const held = event.admitted ? from + 1 : model.prolongs ? 0 : from;
    limits.from = Math.max(limits.from, Math.ceil(held - EPSILON));
    if (!event.admitted) limits.to = Math.min(limits.to, Math.ceil(to + others - EPSILON));
    if (limits.from > limits.to) return undefined;
  }
  const counted = (before: 0 | 1): Interval =>
    meet(
      used.map(({ event: { admitted, remaining: shown }, from, to }) => {
        if (!admitted || shown === undefined) return { from: -Infinity, to: Infinity };
        return { from: shown + 1 - before + from, to: shown + 2 - before + to - EPSILON };
      }),
    );
  const conventions = ([0, 1] as const)
    .map((before) => meet([limits, counted(before)]))
    .map(({ from, to }) => ({ from: Math.ceil(from - EPSILON), to: Math.floor(to) }))
    .filter(({ from, to }) => from <= to);
  const byRemaining = conventions.find(({ from }) => from <= limit) ?? conventions[0];
  const applied = byRemaining ?? limits;
  return {
    model,
    /** The limits with which it admits and refuses the same requests. */
    limit: applied,
    fitsRemaining: byRemaining !== undefined,
    fitsResets: resetsFit(input, model, limiter),
    /** Whether every Retry-After was long enough. */
    fitsWaits: input.events.every((event) => isLongEnough(event, limiter.use, applied.to)),
  };
}

/** Whether a limiter with this limit decides as the fit says. */
export const allows = ({ limit: { from, to } }: Fit, limit: number): boolean => from <= limit && limit <= to;

const meet = (intervals: readonly Interval[]): Interval =>
  intervals.reduce((a, b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }), {
    from: -Infinity,
    to: Infinity,
  });

/** Which of the moments that Reset may name (`LimiterBounds.resets`) admitted and refused requests name (bucket-next-step-when-refused). */
const CONVENTIONS = [
  { admitted: 0, refused: 0 },
  { admitted: 1, refused: 1 },
  { admitted: 0, refused: 1 },
  { admitted: 1, refused: 0 },
] as const;

/** Whether one difference between the server's clock and ours explains all Resets: that of Date, if there is one. */
function resetsFit(input: ModelInput, { slackMs }: LimiterModel, { resets }: LimiterBounds): boolean {
  const { clock } = input.evidence;
  const shown = input.events.filter(({ reset }) => reset !== undefined);
  const spread = clock.clocks === 'several' ? clock.to - clock.from : 0;
  return CONVENTIONS.some(({ admitted, refused }) => {
    const offsets = shown.map((event) => {
      const moments = resets(event);
      const truth = moments[event.admitted ? admitted : refused] ?? moments[0] ?? { from: -Infinity, to: Infinity };
      const named = (event.reset ?? 0) * 1_000;
      const toleranceMs = RESET_ROUNDING_MS + spread + slackMs;
      return { from: named - truth.to - toleranceMs, to: named - truth.from + toleranceMs };
    });
    const { from, to } = meet([clock, ...offsets]);
    return from <= to;
  });
}

/** Whether a request could be admitted when the announced wait was over. */
function isLongEnough(event: ComparedRequest, use: UsageAt, limit: number): boolean {
  if (event.due === undefined) return true;
  const at = Math.max(event.due, event.received);
  return use({ ...event, sent: at, received: at }).from <= limit - 1 + EPSILON;
}
