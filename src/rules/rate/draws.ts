import { type Answered, headerValue } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import { requestName } from '../../spec/operations.ts';
import { queryOf } from '../../store/query.ts';
import { nested } from '../../text/template.ts';
import type { Finding, Reason } from '../outcome.ts';
import { violation } from '../rule.ts';
import { exchangesOf, type Pair, stretchesOf, valuesOf } from './pairs.ts';
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

/** This many requests of a kind that all draw another number than all others are not a coincidence. */
const ENOUGH = 3;

/**
 * Requests of one kind draw none, or more than one, from the quota, and all others exactly one (get-not-counted). Another client's requests do not choose
 * one kind of ours; nor does a refill explain more than can have come back.
 *
 * ```text
 * Remaining   59  58  58  58  57  57     a create answered 400 draws none
 * status         201 400 400 201 400
 * ```
 */
export function unevenDraw(pairs: readonly Pair[]): Finding | undefined {
  const clean = pairs.filter(
    ({ newWindow, between, seconds, perSecond }) => !newWindow && between === 0 && seconds * perSecond < 1,
  );
  if (clean.every(({ fall }) => fall === 1)) return undefined;
  // If Remaining is that before the request, a fall belongs to the previous request.
  for (const exchangeOf of [({ after }: Pair) => after, ({ before }: Pair) => before])
    for (const kind of new Set(clean.flatMap((pair) => kindsOf(exchangeOf(pair))))) {
      const own = clean.filter((pair) => kindsOf(exchangeOf(pair)).includes(kind));
      const others = clean.filter((pair) => !own.includes(pair));
      const [first] = own;
      if (first === undefined || own.length < ENOUGH || others.length < ENOUGH) continue;
      const { fall } = first;
      if (fall === 1 || fall < 0 || own.some((pair) => pair.fall !== fall)) continue;
      if (others.some((pair) => pair.fall !== 1) || (fall === 0 && isRefilled(clean, own.length))) continue;
      const cited = own.slice(0, SHOWN);
      const words = kind.replace(/^\w+/, requestName);
      const shown = { fall, kind, words, own: own.length, others: others.length, values: valuesOf(cited) };
      const exchanges = exchangesOf(cited).map(({ seq }) => seq);
      return { ...violation(exchangeOf(first), 'uneven-draw', shown), exchanges };
    }
  return undefined;
}

/** Properties by which a limiter may distinguish requests: operation, status, query, credential. */
const kindsOf: (exchange: Answered) => readonly string[] = oncePer((exchange) => {
  const { operation, sent, received } = exchange;
  const names = [...queryOf(exchange).keys()].sort();
  const credential = headerValue(sent.headers, 'Authorization');
  return [
    `${operation} requests`,
    `responses with status ${received.status}`,
    `${operation} responses with status ${received.status}`,
    ...(names.length > 0
      ? [`${operation} requests with ${names.join(' and ')}`]
      : [`${operation} requests without a query`]),
    ...names.map((name) => `requests with ${name}`),
    ...(credential === undefined ? [] : [`requests with \`${credential}\``]),
  ];
});

function isRefilled(pairs: readonly Pair[], missing: number): boolean {
  return missing <= Math.ceil(pairs.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0)) + 1;
}
