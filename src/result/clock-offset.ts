import { type Exchange, headerValue, isAnswered, parseHttpDate } from '../exchange/index.ts';

/** Seconds. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * The server's clock minus this machine's in seconds, as an interval: a Date D was written between send s and receipt r, and D is floored,
 * so D − r < offset < D + 1 − s. The intervals intersect. If they contradict each other (several clocks, a cached Date), the result is their union.
 */
export function clockOffset(exchanges: Iterable<Exchange>): Interval | null {
  const { see, offset } = offsetReader();
  for (const exchange of exchanges) see(exchange);
  return offset();
}

/** The same, for a stream of exchanges. */
export function offsetReader(): { see: (exchange: Exchange) => void; offset: () => Interval | null } {
  let inner = { from: -Infinity, to: Infinity };
  let outer = { from: Infinity, to: -Infinity };
  return {
    see: (exchange) => {
      if (!isAnswered(exchange)) return;
      const { sent, received } = exchange;
      const date = parseHttpDate(headerValue(received.headers, 'Date') ?? '');
      if (date === undefined) return;
      const [from, to] = [(date - received.at) / 1000, (date + 1000 - sent.at) / 1000];
      inner = { from: Math.max(inner.from, from), to: Math.min(inner.to, to) };
      outer = { from: Math.min(outer.from, from), to: Math.max(outer.to, to) };
    },
    offset: () => {
      if (outer.from === Infinity) return null;
      const { from, to } = inner.from <= inner.to ? inner : outer;
      return { from: round(from), to: round(to) };
    },
  };
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
