import { type Exchange, isAnswered } from '../../exchange/index.ts';
import type { Named } from './requirements/named.ts';

/** How many characters of an exchange are shown: of each body, and of each header line. */
export interface Share {
  readonly body: number;
  readonly line: number;
}

/** More of a body where a finding names its exchange. */
const NAMED = { body: 16_000, line: 1_500 } as const;
const OTHER = { body: 10_000, line: 1_500 } as const;
/** Once the report as a whole holds this much: it has to open at once. */
const TIGHT = { body: 300, line: 60 } as const;
const WHOLE = 1_500_000;

/** Header lines that are shown; a service may send any number. */
export const LINES = 60;

/** Shares out what a page can hold, by number; findings are served first. */
export function shares(shown: readonly Exchange[], named: Named): ReadonlyMap<number, Share> {
  const given = new Map<number, Share>();
  let left = WHOLE;
  const first = [...shown.filter(({ seq }) => named.has(seq)), ...shown.filter(({ seq }) => !named.has(seq))];
  for (const exchange of first) {
    const wanted = named.has(exchange.seq) ? NAMED : OTHER;
    const share = cost(exchange, wanted) <= left ? wanted : TIGHT;
    given.set(exchange.seq, share);
    left -= cost(exchange, share);
  }
  return given;
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

/** How long a text becomes in HTML: quotes and brackets take up to six characters, hidden ones as many. */
function written(text: string | null, length: number): number {
  const start = (text ?? '').slice(0, length);
  return start.length + 5 * (start.match(/["<>&\p{Cc}\p{Cf}]/gu)?.length ?? 0);
}
