import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Finding } from '../outcome.ts';
import { violation } from '../rule.ts';
import { isUnread, readRate, remainingOf, showsCounter, windowOf } from './reading.ts';
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
function peculiarityOf({ sent: { headers } }: Answered): string | undefined {
  if ((headerValue(headers, 'Authorization') ?? USUAL) !== USUAL) return 'Authorization';
  const names = headers.flatMap(([name]) => (OF_PROXIES.test(name) ? name : []));
  return names.length === 0 ? undefined : names.join(', ');
}

/**
 * Peculiar requests whose responses show far more of the quota than the usual ones before and after them. Returned quota and a new window
 * would stay, and other clients only draw: so another counter counted them (counts-by-authorization-line, counter-by-forwarded-for).
 *
 *   Bearer   bearer   Bearer
 *      247      299      246
 */
export function countedApart(trace: Trace): Finding[] {
  const shown = trace.exchanges.filter(isAnswered).filter(showsCounter);
  // Simultaneous requests are counted in any order.
  const usual = shown.filter((one) => !isOtherSpelling(one) && !overlapping(trace).has(one));
  return shown.flatMap((exchange) => {
    const header = peculiarityOf(exchange);
    const before = usual.findLast(({ seq }) => seq < exchange.seq);
    if (header === undefined || before === undefined || isUnread(exchange)) return [];
    const after = usual.find((one) => one.seq > exchange.seq && standsApart(before, exchange, one, trace));
    if (after === undefined) return [];
    const values = { wanted: remainingOf(before) - 1, remaining: remainingOf(exchange), after: remainingOf(after) };
    if (header !== 'Authorization')
      return violation(exchange, 'counter-per-header', { ...values, header }, before, after);
    const credential = headerValue(exchange.sent.headers, header) ?? '';
    return violation(exchange, 'counter-per-spelling', { ...values, credential }, before, after);
  });
}

function standsApart(before: Answered, other: Answered, after: Answered, trace: Trace): boolean {
  const { limit = 0 } = readRate(before);
  if (readRate(other).limit !== limit || readRate(after).limit !== limit) return false;
  const back = Math.ceil((((after.received.at - before.sent.at) / 1000) * limit) / windowOf(limit, trace));
  const [left, apart, then] = [remainingOf(before), remainingOf(other), remainingOf(after)];
  // Each of them draws one, so a refill that returns `back` raises Remaining by less.
  return apart >= left + back && then <= left + back && apart - then > back + after.seq - other.seq;
}
