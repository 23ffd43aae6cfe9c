import { type ClockOffset, type Interval, withDate } from '../exchange/clock-offset.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { rateHeaders } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';

/** The server's clock minus this machine's, in seconds. */
export function offsetReader() {
  let known: ClockOffset | null = null;
  return {
    see: (exchange: Exchange) => {
      if (!isAnswered(exchange)) return;
      const { sent, received } = exchange;
      known = withDate(known, rateHeaders(received.headers).date, sent.at, received.at);
    },
    offset: () => known && { from: Math.round(known.from) / 1_000, to: Math.round(known.to) / 1_000 },
  };
}

/** In words, as the end of a sentence that begins with the server's clock. */
export function offsetWords({ from, to }: Interval): string {
  const range = `${signed(from)} to ${signed(to)} s`;
  if (from <= 0 && to >= 0) return `agrees with this machine's (difference ${range})`;
  return `is ${from > 0 ? 'ahead of' : 'behind'} this machine's by ${range.replaceAll(/[+−]/g, '')}`;
}

const signed = (seconds: number): string => `${seconds < 0 ? '−' : '+'}${Math.abs(seconds).toFixed(3)}`;
