import type { Exchange } from './exchange.ts';
import { oncePer } from './once.ts';

/** Two requests with the same text are the same request. */
export const requestText = oncePer(({ sent: { method, path, headers, body } }: Pick<Exchange, 'sent'>): string =>
  JSON.stringify([method, path, headers, body]),
);
