import type { Answered } from '../../exchange/exchange.ts';

/** A request with several unusual parts, each of which may be why it was answered as it was. */
export interface Tried<Part extends string = string> {
  readonly exchange: Answered;
  /** Parts that the service must accept (or, of credentials, refuse). */
  readonly must: readonly Part[];
  /** Parts that it may refuse. */
  readonly may?: readonly Part[];
  readonly good: boolean;
}

/**
 * The parts that may have caused each bad answer: those that no good answer had. Parts that the service may refuse explain a refusal, so
 * nothing else is to blame; and a part that alone gives a bad answer explains those of larger requests. A bad answer without an entry is
 * explained; one with no part has no cause among the parts.
 *
 *   {sold} refused, {pending} created, {sold, chunked} refused ──► sold is to blame for both
 */
export function blame<Part extends string>(tried: readonly Tried<Part>[]): ReadonlyMap<Answered, readonly Part[]> {
  const innocent = new Set(tried.filter(({ good }) => good).flatMap(({ must, may = [] }) => [...must, ...may]));
  const suspected = tried
    .filter(({ good }) => !good)
    .map(({ exchange, must, may = [] }) => ({
      exchange,
      must: must.filter((part) => !innocent.has(part)),
      may: may.filter((part) => !innocent.has(part)),
    }));
  const alone = new Set(suspected.flatMap(({ must, may }) => (must.length === 1 && may.length === 0 ? must : [])));
  return new Map(
    suspected.flatMap(({ exchange, must, may }): [Answered, readonly Part[]][] => {
      const guilty = must.filter((part) => alone.has(part));
      if (guilty.length > 0) return [[exchange, guilty]];
      return may.length > 0 ? [] : [[exchange, must]];
    }),
  );
}
