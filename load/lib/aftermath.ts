import type { Phase, SkippedPhase } from '../../src/exchange/load-record.ts';
import { NO_CLOCK } from './clock.ts';
import type { Lab } from './lab.ts';
import type { Outcome } from './outcome.ts';
import { LIST } from './request.ts';
import { resetMoment } from './reset.ts';
import { retryMoment } from './retry-after.ts';

/** What is still to be sent, each once. */
type Late = Extract<Phase, 'recovery-retry-after' | 'half-window' | 'recovery-reset'> | 'window-over';

interface Due {
  readonly late: Late;
  readonly phase: Phase;
  readonly at: number;
  readonly reason: string;
}

/**
 * Steps 5 and 6: one list half a window after the burst, one when the last Retry-After is over, one when Reset has certainly passed
 * (and one when a window is over, if Reset is later), each once, in the order in which they come. A later refusal moves what is still
 * to come, since it says anew when.
 */
export async function aftermath(lab: Lab, halfWindow: boolean): Promise<SkippedPhase[]> {
  const burstEnd = lab.now();
  const atBurstEnd = lab.known().latest;
  const pending = new Set<Late>(['recovery-retry-after', 'recovery-reset', 'window-over']);
  if (halfWindow) pending.add('half-window');
  for (;;) {
    const due = [...pending].flatMap((late) => dueFor(lab, late, burstEnd, atBurstEnd) ?? []);
    const next = due.reduce<Due | null>((first, one) => (first === null || one.at < first.at ? one : first), null);
    if (next === null)
      return [...pending].flatMap((late) => (late === 'window-over' ? [] : [{ phase: late, reason: WITHOUT[late] }]));
    pending.delete(next.late);
    if (next.late === 'recovery-reset') pending.delete('window-over');
    lab.plan(next.phase, 1);
    await lab.wait(next.at, next.phase, next.reason);
    await lab.send(next.phase, LIST);
  }
}

const WITHOUT = {
  'recovery-retry-after': 'no refusal had a Retry-After that can be read',
  'half-window': 'the key is spared',
  'recovery-reset': 'no X-RateLimit-Reset that can be read',
} as const satisfies Record<Exclude<Late, 'window-over'>, string>;

function dueFor(lab: Lab, late: Late, burstEnd: number, atBurstEnd: Outcome | null): Due | null {
  const windowMs = lab.experiment.windowSeconds * 1_000;
  const { refusal, offset } = lab.known();
  // Not the latest answer's: the first request after the reset begins a new window, with a Reset of its own.
  const source = refusal ?? atBurstEnd;
  const text = source?.header('X-RateLimit-Reset') ?? '';
  const reset = source && resetMoment(text, source.received, offset ?? NO_CLOCK);
  const value = refusal?.header('Retry-After') ?? null;
  const retry = refusal && retryMoment(value, refusal.received, offset ?? NO_CLOCK);
  const cap = burstEnd + windowMs + PATIENCE;
  const waited = reset !== null && isTimestamp(text) && reset.certain <= cap + windowMs;
  switch (late) {
    case 'recovery-retry-after': {
      if (refusal === null || retry === null) return null;
      // A refusal half a window later may begin the wait anew, if it says so.
      const at = retry <= refusal.received + windowMs + 2 * ROUNDING ? retry : Math.min(retry, cap);
      return { late, phase: late, at, reason: `Retry-After: ${value}` };
    }
    case 'recovery-reset': {
      if (reset === null) return null;
      const at = waited ? reset.certain : Math.min(reset.certain, cap);
      return { late, phase: late, at, reason: `X-RateLimit-Reset: ${text}` };
    }
    case 'window-over': {
      const at = burstEnd + windowMs + ROUNDING;
      // Not during a wait that was asked for.
      if (!waited || reset.earliest <= at + ROUNDING || (retry ?? 0) > at) return null;
      return { late, phase: 'recovery-reset', at, reason: 'a window after the burst: is the limit back before Reset?' };
    }
    case 'half-window': {
      const half = burstEnd + windowMs / 2;
      // Late in a window its half would lie behind Reset, where nothing about refill can be seen.
      const before = (reset?.earliest ?? half) - windowMs / 10;
      const at = before > burstEnd + windowMs / 4 ? Math.min(half, before) : half;
      return { late, phase: late, at, reason: 'half a window after the burst: does quota come back continuously?' };
    }
  }
}

/** Milliseconds beyond a window that a moment is waited for. */
const PATIENCE = 5_000;
const ROUNDING = 1_000;

/** A sliding counter of two cells has the whole limit back only after two windows, and may say so: with a moment, not with a delta. */
const isTimestamp = (text: string) => Number(text) > 1e9;
