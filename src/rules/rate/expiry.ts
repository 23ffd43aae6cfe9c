import { isAnswered } from '../../exchange/exchange.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Outcome, undecided, unsettled } from '../outcome.ts';
import type { Pair } from './pairs.ts';
import { isOnKey, type RateReading, readRate } from './reading.ts';

/**
 * In a sliding window, quota returns a window after its use, at the same pace: earlier use may return at any moment; on a fresh key nothing can.
 * A sliding window has no Reset that is constant for three seconds: a confirmation attempt shows whether it is. Random legal windows on a
 * used key show it (simulation.test.ts).
 */
export function expiryReading(pairs: readonly Pair[], trace: Trace): Outcome | undefined {
  const readings = trace.exchanges.filter(isAnswered).filter(isOnKey).map(readRate);
  const first = readings.find(({ limit, remaining }) => limit !== undefined && remaining !== undefined);
  if (first === undefined) return undefined;
  const usedBefore = (first.limit ?? 0) - (first.remaining ?? 0) - 1;
  const steady = pairs.filter(({ newWindow }) => !newWindow);
  const lacking = steady.reduce((sum, { fall }) => sum + 1 - fall, 0);
  const refilled = Math.ceil(steady.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0));
  if (usedBefore <= 0 || lacking - refilled > usedBefore) return undefined;
  const stands = resetStandsStill(readings);
  if (stands === true) return undefined;
  const reason = because('sliding-window-expiry');
  return stands === undefined ? unsettled(reason, pairs.length) : undecided(reason, pairs.length);
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
