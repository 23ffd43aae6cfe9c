import { type Exchange, isAnswered } from '../../exchange/index.ts';
import type { Named } from './requirements/select.ts';

/** Maximum characters of an exchange: of each body, and of each header line. */
export interface Share {
  readonly body: number;
  readonly line: number;
}

const FULL: Share = { body: 10_000, line: 1_500 };
/** If the page has no room for more. */
const TIGHT: Share = { body: 300, line: 60 };
/** Maximum characters of the page, so that it opens quickly. */
const WHOLE = 1_500_000;

export const LINES = 60;

/** Distributes the size of the page over the exchanges, first to those of findings. */
export function shares(shown: readonly Exchange[], named: Named): ReadonlyMap<number, Share> {
  const sizes = new Map<number, Share>();
  let left = WHOLE;
  const first = [...shown.filter(({ seq }) => named.has(seq)), ...shown.filter(({ seq }) => !named.has(seq))];
  for (const exchange of first) {
    const share = cost(exchange, FULL) <= left ? FULL : TIGHT;
    sizes.set(exchange.seq, share);
    left -= cost(exchange, share);
  }
  return sizes;
}

function cost(exchange: Exchange, { body, line }: Share): number {
  const { sent } = exchange;
  const received = isAnswered(exchange) ? exchange.received : undefined;
  const lines = [...sent.headers.slice(0, LINES), ...(received?.headers.slice(0, LINES) ?? [])];
  return (
    written(sent.body, body) +
    written(received?.body ?? null, body) +
    lines.reduce((sum, [name, value]) => sum + written(name, line) + written(value, line), 0)
  );
}

/** Length of a text in HTML, with escapes. */
function written(text: string | null, length: number): number {
  const start = (text ?? '').slice(0, length);
  return start.length + 5 * (start.match(/["<>&\p{Cc}\p{Cf}]/gu)?.length ?? 0);
}
