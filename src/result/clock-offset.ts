import { type Exchange, headerValue, isAnswered, parseHttpDate } from '../exchange/index.ts';

/**
 * The server's clock less ours in seconds, as an interval: a Date D was written between send s and receipt r, and D is floored,
 * so D − r < offset < D + 1 − s. Samples intersect; where they contradict each other (several clocks, a cached Date) their union is said.
 */
export function clockOffset(exchanges: readonly Exchange[]): { from: number; to: number } | null {
  const intervals = exchanges.filter(isAnswered).flatMap(({ sent, received }) => {
    const date = parseHttpDate(headerValue(received.headers, 'Date') ?? '');
    return date === undefined ? [] : [{ from: (date - received.at) / 1000, to: (date + 1000 - sent.at) / 1000 }];
  });
  if (intervals.length === 0) return null;
  const inner = {
    from: Math.max(...intervals.map(({ from }) => from)),
    to: Math.min(...intervals.map(({ to }) => to)),
  };
  const outer = {
    from: Math.min(...intervals.map(({ from }) => from)),
    to: Math.max(...intervals.map(({ to }) => to)),
  };
  const { from, to } = inner.from <= inner.to ? inner : outer;
  return { from: round(from), to: round(to) };
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
