import type { Phase, SkippedPhase } from '../../src/exchange/load-record.ts';
import { NO_CLOCK } from './clock.ts';
import type { Lab } from './lab.ts';
import type { Outcome } from './outcome.ts';
import { LIST } from './request.ts';
import { resetMoment } from './reset.ts';
import { retryMoment } from './retry-after.ts';

type Late = Extract<Phase, 'recovery-retry-after' | 'half-window' | 'recovery-reset'>;

interface Due {
  readonly phase: Late;
  readonly at: number;
  readonly reason: string;
}

/**
 * Steps 5 and 6: one list half a window after the burst, one when the last Retry-After is over, one when Reset has certainly
 * passed, each once, in the order in which they come. A later refusal moves what is still to come, since it says anew when.
 */
export async function aftermath(lab: Lab, halfWindow: boolean): Promise<SkippedPhase[]> {
  const burstEnd = lab.now();
  const atBurstEnd = lab.known().latest;
  const pending = new Set<Late>(['recovery-retry-after', 'recovery-reset']);
  if (halfWindow) pending.add('half-window');
  for (;;) {
    const due = [...pending].flatMap((phase) => dueFor(lab, phase, burstEnd, atBurstEnd) ?? []);
    const next = due.reduce<Due | null>((first, one) => (first === null || one.at < first.at ? one : first), null);
    if (next === null) return [...pending].map((phase) => ({ phase, reason: WITHOUT[phase] }));
    pending.delete(next.phase);
    lab.plan(next.phase, 1);
    await lab.wait(next.at, next.phase, next.reason);
    await lab.send(next.phase, LIST);
  }
}

const WITHOUT = {
  'recovery-retry-after': 'no refusal had a Retry-After that can be read',
  'half-window': 'the key is spared',
  'recovery-reset': 'no X-RateLimit-Reset that can be read',
} as const satisfies Record<Late, string>;

function dueFor(lab: Lab, phase: Late, burstEnd: number, atBurstEnd: Outcome | null): Due | null {
  const { windowSeconds } = lab.experiment;
  const cap = burstEnd + (windowSeconds + 5) * 1_000;
  const { refusal, offset } = lab.known();
  // Not the latest answer's: the first request after the reset begins a new window, with a Reset of its own.
  const source = refusal ?? atBurstEnd;
  const reset = source && resetMoment(source.header('X-RateLimit-Reset'), source.received, offset ?? NO_CLOCK);
  switch (phase) {
    case 'recovery-retry-after': {
      const value = refusal?.header('Retry-After') ?? null;
      const at = refusal && retryMoment(value, refusal.received, offset ?? NO_CLOCK);
      return at === null ? null : { phase, at: Math.min(at, cap), reason: `Retry-After: ${value}` };
    }
    case 'recovery-reset': {
      if (reset === null) return null;
      const text = source?.header('X-RateLimit-Reset') ?? '';
      return {
        phase,
        at:
          isTimestamp(text) && reset.certain <= cap + windowSeconds * 1_000
            ? reset.certain
            : Math.min(reset.certain, cap),
        reason: `X-RateLimit-Reset: ${text}`,
      };
    }
    case 'half-window': {
      const half = burstEnd + windowSeconds * 500;
      // Late in a window its half would lie behind Reset, where nothing about refill can be seen.
      const before = (reset?.earliest ?? half) - windowSeconds * 100;
      const at = before > burstEnd + windowSeconds * 250 ? Math.min(half, before) : half;
      return { phase, at, reason: 'half a window after the burst: does quota come back continuously?' };
    }
  }
}

/** A sliding counter of two cells has the whole limit back only after two windows, and may say so: with a moment, not with a delta. */
const isTimestamp = (text: string) => Number(text) > 1e9;
