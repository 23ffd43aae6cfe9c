import type { Answered } from '../../exchange/exchange.ts';
import { requestName } from '../../spec/operations.ts';
import { nested } from '../../text/template.ts';
import type { Finding, Reason } from '../outcome.ts';
import { violation } from '../rule.ts';
import { type Pair, stretchesOf } from './pairs.ts';
import { readRate } from './reading.ts';

/** Pairs so far apart that a complete request may have returned show nothing. */
const steadyOf = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(({ newWindow, seconds, perSecond }) => !newWindow && seconds * perSecond < 1);

/**
 * Over several pairs, Remaining fell by less than the number of requests, allowing for a refill and for rounding once
 * per stretch (remaining-constant, list-not-counted). A fall by more belongs to another client, or to a response that repeated a value.
 *
 * @param effect what it means for other operations
 */
export function tooSlow(pairs: readonly Pair[], effect?: Reason): Finding | undefined {
  const steady = steadyOf(pairs);
  const fell = steady.reduce((sum, { fall, between }) => sum + Math.min(fall, 1 + between), 0);
  const back =
    Math.ceil(steady.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0)) + stretchesOf(steady);
  const still = steady.filter(({ fall }) => fall < 1);
  const [first] = still;
  if (first === undefined || fell >= steady.length - back) return undefined;
  const shown = stretchFrom(first, steady);
  const [start, ...rest] = shown.map((exchange) => readRate(exchange).remaining);
  const finding = violation(first.after, 'remaining-stands', {
    still: still.length,
    sent: steady.length,
    refill: back,
    counted: first.operation,
    requests: requestName(first.operation),
    effect: effect === undefined ? [] : nested(effect),
    values: `${start} after request ${first.before.seq}, then ${rest.join(', ')}`,
  });
  return { ...finding, exchanges: shown.map(({ seq }) => seq) };
}

/** The first responses of the stretch that begins with this pair. */
function stretchFrom(first: Pair, pairs: readonly Pair[]): readonly Answered[] {
  const shown = [first.before, first.after];
  for (const pair of pairs.slice(pairs.indexOf(first) + 1)) {
    if (shown.length === SHOWN || pair.before !== shown.at(-1)) break;
    shown.push(pair.after);
  }
  return shown;
}

const SHOWN = 6;

/** Remaining stands still and then falls by as much more: it shows each request, but late (remaining-lags). So one counter has them all. */
export function isLate(pairs: readonly Pair[]): boolean {
  const steady = steadyOf(pairs);
  const lacking = steady.reduce((sum, { fall }) => sum + Math.max(0, 1 - fall), 0);
  const least = steady.reduce((sum, { fall, between }) => sum + Math.max(0, fall - 1 - between), 0);
  const most = steady.reduce((sum, { fall }) => sum + Math.max(0, fall - 1), 0);
  const stretches = stretchesOf(steady);
  return most > stretches && least - stretches <= lacking && lacking <= most + stretches;
}
