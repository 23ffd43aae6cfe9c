import { isAnswered } from '../../exchange/exchange.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Outcome, undecided, unsettled } from '../outcome.ts';
import type { Rule } from '../rule.ts';
import type { Pair } from './pairs.ts';
import { isOnKey, type RateReading, readRate, windowOf } from './reading.ts';

/**
 * In a sliding window, quota returns a window after its use, at the same pace. Earlier use, and our own requests that
 * are older than a window, may return at any moment; on a fresh key nothing can. A sliding window has no Reset that is
 * constant for three seconds: a confirmation attempt shows whether it is. Random legal windows on a used key show it (simulation.test.ts).
 */
export function expiryReading(pairs: readonly Pair[], trace: Trace): Outcome | undefined {
  const readings = trace.exchanges.filter(isAnswered).filter(isOnKey).map(readRate);
  const first = readings.find(({ limit, remaining }) => limit !== undefined && remaining !== undefined);
  const last = readings.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const usedBefore = (first.limit ?? 0) - (first.remaining ?? 0) - 1;
  const horizon = last.exchange.received.at - (windowOf(last.limit, trace) - 1) * 1000;
  const budget = usedBefore + readings.filter(({ exchange }) => exchange.sent.at < horizon).length;
  const steady = pairs.filter(({ newWindow }) => !newWindow);
  const lacking = steady.reduce((sum, { fall }) => sum + 1 - fall, 0);
  const refilled = Math.ceil(steady.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0));
  if (budget <= 0 || lacking - refilled > budget) return undefined;
  const stands = resetStandsStill(readings);
  if (stands === true) return undefined;
  const reason = because('sliding-window-expiry');
  return stands === undefined ? unsettled(reason, pairs.length) : undecided(reason, pairs.length);
}

/**
 * Judges the first window of a longer run alone if later requests may have got the quota of earlier ones back.
 *
 * ```text
 * 0 s ──── 260 requests ──── 59 s | 61 s ──── 60 requests ──── 70 s
 * nothing of ours returns           the first requests leave a sliding window
 * ```
 */
export function beforeExpiry(judge: (trace: Trace) => Outcome): Rule {
  return (_evidence, trace) => {
    const outcome = judge(trace);
    if (outcome.kind !== 'undecided' || outcome.code !== 'sliding-window-expiry') return outcome;
    const [first] = trace.exchanges.filter(isAnswered).filter(isOnKey);
    if (first === undefined) return outcome;
    const until = first.sent.at + (windowOf(readRate(first).limit, trace) - 1) * 1_000;
    return judge({ ...trace, exchanges: trace.exchanges.filter(({ received }) => received.at < until) });
  };
}

/** Whether Reset was constant (within a second) over three seconds; undefined if that was not seen. */
function resetStandsStill(readings: readonly RateReading[]): boolean | undefined {
  const dated = readings.filter(({ reset }) => reset !== undefined);
  const [first] = dated;
  const last = dated.at(-1);
  if (first === undefined || last === undefined || last.exchange.sent.at - first.exchange.received.at < 3_000)
    return undefined;
  return Math.abs((last.reset ?? 0) - (first.reset ?? 0)) <= 1;
}
