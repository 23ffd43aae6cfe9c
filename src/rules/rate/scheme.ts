import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Finding } from '../outcome.ts';
import { requestOf, violation } from '../rule.ts';
import { isOnKey, readRate, windowOf } from './reading.ts';
import { overlapping } from './volley.ts';

/**
 * The request has a part by which a limiter may tell clients apart, although the key is the same: another form than `Bearer KEY`
 * (auth.scheme-case), or a header that names the address of a client.
 */
export const isOtherSpelling = (exchange: Answered): boolean => peculiarityOf(exchange) !== undefined;

const USUAL = 'Bearer {key}';

/** Headers of proxies that name a client (counter-by-forwarded-for). */
const OF_PROXIES = /^(?:x-forwarded-for|x-real-ip|forwarded|x-client-ip|true-client-ip|cf-connecting-ip)$/i;

/** The names of the headers by which a limiter may tell clients apart; undefined if the request has none. */
const peculiarityOf: (exchange: Answered) => string | undefined = oncePer(({ sent }) => {
  if ((headerValue(sent.headers, 'Authorization') ?? USUAL) !== USUAL) return 'Authorization';
  const names = sent.headers.flatMap(([name]) => (OF_PROXIES.test(name) ? name : []));
  return names.length === 0 ? undefined : names.join(', ');
});

/**
 * Remaining of another spelling, such as `bearer KEY`, or of a request with the address of another client, is far above that of `Bearer KEY` before and after it. So another
 * counter counted it: the limiter counts by the complete header (counts-by-authorization-line), or several nodes count apart, and one key has the limit twice. A new window does not explain it (the next
 * response would show that too), nor does another client.
 */
export function countedApart(trace: Trace): Finding[] {
  const shown = trace.exchanges
    .filter(isAnswered)
    .filter((exchange) => isOnKey(exchange) && (readRate(exchange).remaining ?? -1) >= 0);
  // Simultaneous requests are counted in any order.
  const together = overlapping(trace);
  const isUsualAlone = (one: Answered) => !isOtherSpelling(one) && !together.has(one);
  const apart = shown.flatMap((exchange, at) => {
    const before = shown.slice(0, at).findLast(isUsualAlone);
    const after = shown.slice(at + 1).find(isUsualAlone);
    if (before === undefined || after === undefined || !standsApart(before, exchange, after, trace)) return [];
    return [{ before, exchange, after }];
  });
  const usual = apart.find(({ exchange }) => !isOtherSpelling(exchange))?.exchange;
  return apart
    .filter(({ exchange }) => isOtherSpelling(exchange))
    .map(({ before, exchange, after }) => apartFinding(before, exchange, after, usual));
}

/** `usual`: a request with `Bearer KEY` that another counter counted, too. Then the spelling is not the cause. */
function apartFinding(before: Answered, other: Answered, after: Answered, usual: Answered | undefined): Finding {
  const [old, own, next] = [readRate(before), readRate(other), readRate(after)];
  const shown = { wanted: (old.remaining ?? 0) - 1, remaining: own.remaining ?? null, after: next.remaining ?? null };
  if (usual !== undefined)
    return violation(other, 'counted-elsewhere', { ...shown, usual: requestOf(usual) }, usual, before, after);
  const header = peculiarityOf(other) ?? '';
  if (header !== 'Authorization') return violation(other, 'counter-per-header', { ...shown, header }, before, after);
  const credential = headerValue(other.sent.headers, 'Authorization') ?? '';
  return violation(other, 'counter-per-spelling', { ...shown, credential }, before, after);
}

function standsApart(before: Answered, other: Answered, after: Answered, trace: Trace): boolean {
  const [old, own, next] = [readRate(before), readRate(other), readRate(after)];
  if (old.limit !== own.limit || own.limit !== next.limit) return false;
  const { remaining: left = 0, limit = 0 } = old;
  const back = Math.ceil((((after.received.at - before.sent.at) / 1000) * limit) / windowOf(limit, trace));
  const [apart = 0, then = 0] = [own.remaining, next.remaining];
  return apart > left + back + 1 && then <= left + back && apart - then > back + 2;
}
