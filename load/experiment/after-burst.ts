import { BEYOND_WINDOW_MS, MAX_REFUSALS, OTHERS_ALLOWED } from '../../src/exchange/allowances.ts';
import type { AFTER_BURST } from '../../src/exchange/phases.ts';
import { RESET_ROUNDING_MS } from '../../src/spec/headers.ts';
import { timeOfDay } from '../../src/text/template.ts';
import { waitFor } from '../../src/text/waits.ts';
import { LIST, LIST_ALL } from './experiment-request.ts';
import { resetMoment, retryMoment } from './moments.ts';
import { isRefused, type Recorder, type ResponseSummary } from './recorder.ts';

/** The requests after a burst. `window-over` is a list after a window, if Reset is later. */
type LateRequest = (typeof AFTER_BURST)[number] | 'window-over';

/**
 * Sends the lists after the burst, each once, in the order of their times. A later refusal changes the times of the others. For a fixed
 * window of 60 s from the first request, a burst that ended at 0.3 s, and a Reset that is rounded up:
 *
 *   30.4 s   half-window            ──► 429, Retry-After 30
 *   57.3 s   before-reset           ──► 429, Retry-After 3
 *   60.4 s   recovery-retry-after   ──► 200, Remaining 59
 *   61.3 s   window-over            only if Reset is later than that
 *   62.3 s   recovery-reset         ──► 200, Remaining 58
 *   92.3 s   after-reset            only if less than the complete limit was back at Reset: shows the rate
 *
 * For a key that was refused too often, `onlyRecovery` leaves the two recoveries.
 */
export async function sendAfterBurst(
  recorder: Recorder,
  { onlyRecovery }: { readonly onlyRecovery: boolean },
): Promise<void> {
  const { latest: last, refusal: refusalInBurst } = recorder.known();
  const burst = { endedAt: recorder.now(), last };
  let servedAt = -Infinity;
  let admitted = 0;
  const pending = new Set<LateRequest>(['recovery-retry-after', 'recovery-reset']);
  if (!onlyRecovery) for (const late of ['half-window', 'window-over'] as const) pending.add(late);
  for (;;) {
    const due = [...pending].flatMap((late) => {
      const moment = momentOf(recorder, late, burst, servedAt);
      return moment === null ? [] : [{ late, ...moment }];
    });
    const [next] = due.sort((a, b) => a.at - b.at);
    if (next === undefined) break;
    const { late, at, reason } = next;
    const phase = late === 'window-over' ? 'recovery-reset' : late;
    pending.delete(late);
    if (late === 'recovery-reset') pending.delete('window-over');
    if (phase === 'recovery-reset') pending.delete('before-reset');
    await recorder.wait(at, phase, reason);
    const response = await recorder.send(phase, late === 'recovery-reset' ? LIST_ALL : LIST);
    if (!isRefused(response)) {
      admitted += 1;
      servedAt = recorder.now();
      if (late === 'recovery-reset' && !onlyRecovery && isPartlyBack(recorder, response, admitted))
        pending.add('after-reset');
    }
    if (late === 'half-window' && recorder.known().refused < MAX_REFUSALS && isResetUnchanged(recorder, refusalInBurst))
      pending.add('before-reset');
  }
}

/** Whether more quota is missing than our admitted requests and a few of other clients used. */
const isPartlyBack = (
  { experiment: { perWindow } }: Recorder,
  { limit, remaining }: ResponseSummary,
  admitted: number,
) => limit === perWindow && remaining !== undefined && remaining < perWindow - admitted - OTHERS_ALLOWED;

/** Whether the last refusal has the same Reset as an earlier one, within rounding. Then refusals do not extend the wait. */
function isResetUnchanged(recorder: Recorder, before: ResponseSummary | null): boolean {
  const { refusal, clock } = recorder.known();
  const then = before && resetMoment(before, clock);
  const now = refusal && resetMoment(refusal, clock);
  return then !== null && now !== null && Math.abs(now.earliest - then.earliest) < 2 * RESET_ROUNDING_MS;
}

type Burst = Readonly<{ endedAt: number; last: ResponseSummary | null }>;

/** When a request is due after the burst, by our clock, and why. Null if it is not due at present, or never. */
function momentOf(recorder: Recorder, late: LateRequest, burst: Burst, servedAt: number) {
  const { experiment, now, known } = recorder;
  const windowMs = experiment.windowSeconds * 1_000;
  const { refusal, clock } = known();
  // Reset of the last refusal, because a request that is admitted after the reset begins a new window with its own Reset.
  const source = refusal ?? burst.last;
  const reset = source && resetMoment(source, clock);
  const shown = { reset: resetText(source) };
  const latestMoment = burst.endedAt + windowMs + BEYOND_WINDOW_MS;
  // A counter with two cells has the complete limit back after two windows. It may say so with a moment, but not with a delta.
  const isAwaited =
    reset !== null && source?.resetUnit !== 'seconds from now' && reset.certain <= latestMoment + windowMs;
  const retry = refusal && retryMoment(refusal, clock);
  // The time in which one request comes back. A weighted counter admits one request per slot after Reset. A window of fewer than four
  // requests has no time for complete slots. No verdict depends on it.
  const slot = Math.min(windowMs / experiment.perWindow, windowMs / 4);
  switch (late) {
    case 'recovery-retry-after': {
      if (refusal === null || retry === null) return null;
      // A refusal half a window after the burst may announce a wait of a window from then on.
      const isInWindow = retry <= refusal.received + windowMs + 2 * RESET_ROUNDING_MS;
      const at = isInWindow ? retry : Math.min(retry, latestMoment);
      const reason =
        at < retry
          ? waitFor('retry-after-too-long', { retryAfter: refusal.retryAfter?.text ?? '' })
          : waitFor('retry-after');
      return { at, reason };
    }
    case 'before-reset': {
      if (refusal === null || reset === null) return null;
      // The response must arrive before Reset, and a Date may be a second old. A short window has no time for that (opens-a-fifth-early).
      // Not 2 s: at a full second before Reset, a wait that is rounded down is nearly right (retry-after-rounded-down).
      const at = reset.earliest - (refusal.received - refusal.sent) - Math.min(1.9 * RESET_ROUNDING_MS, windowMs / 20);
      return at <= now() ? null : { at, reason: waitFor('before-reset', shown) };
    }
    case 'recovery-reset': {
      if (reset === null) return null;
      const due = Math.max(reset.certain, servedAt) + slot;
      // If the list after Retry-After comes first, or a slot later at most, this one waits for the slot that it uses.
      const certain = retry !== null && retry > now() && retry <= due + slot ? Math.max(due, retry + slot) : due;
      const at = isAwaited ? certain : Math.min(certain, latestMoment);
      const code = at < reset.certain ? 'reset-too-late' : 'reset';
      return { at, reason: waitFor(code, shown) };
    }
    case 'window-over': {
      const at = burst.endedAt + windowMs + RESET_ROUNDING_MS;
      // Nothing is sent during an announced wait.
      if (!isAwaited || reset === null || reset.earliest <= at + RESET_ROUNDING_MS || (retry ?? 0) > at) return null;
      return { at, reason: waitFor('window-over') };
    }
    case 'after-reset':
      return { at: servedAt + windowMs / 2, reason: waitFor('after-reset') };
    case 'half-window': {
      const half = burst.endedAt + windowMs / 2;
      // After Reset, a refill cannot be seen (refill-at-double-rate). Late in a window, the list is sent a tenth of a window before
      // Reset, if a quarter of the limit can be back by then (bucket-next-step).
      const tenthBefore = (reset?.earliest ?? half) - windowMs / 10;
      const at = tenthBefore > burst.endedAt + windowMs / 4 ? Math.min(half, tenthBefore) : half;
      return { at, reason: waitFor('half-window') };
    }
  }
}

/** The text of Reset: a timestamp as the time of day, another value as it is. */
const resetText = (source: ResponseSummary | null): string =>
  source?.resetUnit === 'seconds' ? timeOfDay((source.reset ?? 0) * 1_000) : String(source?.reset);
