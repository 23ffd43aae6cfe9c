import { BEYOND_WINDOW_MS, OTHERS_ALLOWED, REFUSALS } from '../../../src/exchange/allowances.ts';
import type { AFTERMATH } from '../../../src/exchange/phases.ts';
import { RESET_ROUNDING_MS } from '../../../src/spec/headers.ts';
import { timeOfDay } from '../../../src/text/template.ts';
import { type WaitReason, waitFor } from '../../../src/text/waits.ts';
import { LIST, LIST_ALL } from './k6-request.ts';
import { resetMoment, retryMoment } from './moments.ts';
import { isRefused, type Recorder, type Reply } from './recorder.ts';

/** The requests that are still to be sent, each once. `window-over`: a list when a window is over, if Reset is later. */
type Late = (typeof AFTERMATH)[number] | 'window-over';

/**
 * What follows the burst: one list half a window after the burst, one just before Reset, one after the last Retry-After, one
 * when Reset has certainly passed (and one after a window, if Reset is later), each once, in the order of their times.
 * If less than the complete limit is back at Reset, one more half a window later: it shows the rate.
 * A later refusal changes the times of the rest.
 * @param onlyRecovery spares a key that was refused too often the requests before its recovery
 */
export async function aftermath(
  recorder: Recorder,
  { onlyRecovery }: { readonly onlyRecovery: boolean },
): Promise<void> {
  const { latest: last, refusal: refusalInBurst } = recorder.known();
  const burst = { endedAt: recorder.now(), last };
  let [servedAt, admitted] = [Number.NEGATIVE_INFINITY, 0];
  const pending = new Set<Late>(['recovery-retry-after', 'recovery-reset', 'window-over']);
  if (!onlyRecovery) pending.add('half-window');
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
    const reply = await recorder.send(phase, late === 'recovery-reset' ? LIST_ALL : LIST);
    if (!isRefused(reply)) {
      admitted += 1;
      servedAt = recorder.now();
      if (late === 'recovery-reset' && isPartlyBack(recorder, reply, admitted)) pending.add('after-reset');
    }
    if (late === 'half-window' && recorder.known().refused < REFUSALS && standsStill(recorder, refusalInBurst))
      pending.add('before-reset');
  }
}

/** More is missing than our own admitted requests, and a few of others, take. */
function isPartlyBack({ experiment: { perWindow } }: Recorder, { limit, remaining }: Reply, admitted: number): boolean {
  return limit === perWindow && remaining !== undefined && remaining < perWindow - admitted - OTHERS_ALLOWED;
}

/** Whether the last refusal has the same Reset as the one before, within rounding: so refusals do not extend the wait. */
function standsStill(recorder: Recorder, before: Reply | null): boolean {
  const { refusal, clock } = recorder.known();
  const then = before && resetMoment(before, clock);
  const now = refusal && resetMoment(refusal, clock);
  return then !== null && now !== null && Math.abs(now.earliest - then.earliest) < 2 * RESET_ROUNDING_MS;
}

type Burst = Readonly<{ endedAt: number; last: Reply | null }>;

/** The moments that the service announced, on our clock, as far as the experiment waits for them. */
function announced({ experiment, known }: Recorder, { endedAt, last }: Burst) {
  const windowMs = experiment.windowSeconds * 1_000;
  const { refusal, clock } = known();
  // Not that of the latest response: the first request after the reset begins a new window with its own Reset.
  const source = refusal ?? last;
  const reset = source && resetMoment(source, clock);
  const latestMoment = endedAt + windowMs + BEYOND_WINDOW_MS;
  // A counter with two cells has the complete limit back only after two windows, and may say so: with a moment, not with a delta.
  const isAwaited =
    reset !== null && source?.resetUnit !== 'seconds from now' && reset.certain <= latestMoment + windowMs;
  const retry = refusal && retryMoment(refusal, clock);
  return { refusal, reset, isAwaited, retry, latestMoment, shown: { reset: momentIn(source) } };
}

/** When a request is due after the burst, and why. Null: not now, or never. */
function momentOf(
  recorder: Recorder,
  late: Late,
  burst: Burst,
  servedAt: number,
): { at: number; reason: WaitReason } | null {
  const { experiment, now } = recorder;
  const windowMs = experiment.windowSeconds * 1_000;
  const { refusal, reset, isAwaited, retry, latestMoment, shown } = announced(recorder, burst);
  // The time in which a slot comes back: a weighted counter serves its first request so long after Reset, and a second one later.
  // A window that holds fewer than four has no time for that.
  const slot = Math.min(windowMs / experiment.perWindow, windowMs / 4);
  switch (late) {
    case 'recovery-retry-after': {
      if (refusal === null || retry === null) return null;
      // A refusal half a window later may restart the wait, if it announces that.
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
      // The response must arrive before Reset too, and a Date may be a second old; a short window has no time for that.
      // Not just after a full second before Reset: a wait that is rounded down would be nearly right (retry-after-rounded-down).
      const at = reset.earliest - (refusal.received - refusal.sent) - Math.min(1.9 * RESET_ROUNDING_MS, windowMs / 20);
      return at <= now() ? null : { at, reason: waitFor('before-reset', shown) };
    }
    case 'recovery-reset': {
      if (reset === null) return null;
      const due = Math.max(reset.certain, servedAt) + slot;
      // Of this request and that after Retry-After, the second waits until the slot of the first is back.
      const certain = retry !== null && retry > now() && retry <= due + slot ? Math.max(due, retry + slot) : due;
      const at = isAwaited ? certain : Math.min(certain, latestMoment);
      const code = at < reset.certain ? 'reset-too-late' : 'reset';
      return { at, reason: waitFor(code, shown) };
    }
    case 'window-over': {
      const at = burst.endedAt + windowMs + RESET_ROUNDING_MS;
      // No request during an announced wait.
      if (!isAwaited || reset === null || reset.earliest <= at + RESET_ROUNDING_MS || (retry ?? 0) > at) return null;
      return { at, reason: waitFor('window-over') };
    }
    case 'after-reset':
      return { at: servedAt + windowMs / 2, reason: waitFor('after-reset') };
    case 'half-window': {
      const half = burst.endedAt + windowMs / 2;
      // After Reset a refill cannot be seen (refill-at-double-rate): late in a window, the list comes a tenth of a window before Reset,
      // if a quarter of the limit can be back by then.
      const tenthBefore = (reset?.earliest ?? half) - windowMs / 10;
      const at = tenthBefore > burst.endedAt + windowMs / 4 ? Math.min(half, tenthBefore) : half;
      return { at, reason: waitFor('half-window') };
    }
  }
}

/** A timestamp as the time of day; other values as they are. */
const momentIn = (source: Reply | null): string =>
  source?.resetUnit === 'seconds' ? timeOfDay((source.reset ?? 0) * 1_000) : String(source?.reset);
