import type { Answered } from '../../exchange/exchange.ts';

/** A request with several unusual parts, each of which may explain its response. */
export interface RequestWithParts<Part extends string = string> {
  readonly exchange: Answered;
  /** Parts that the service must accept (or, of credentials, refuse). */
  readonly must: readonly Part[];
  /** Parts that it may refuse. */
  readonly may?: readonly Part[];
  readonly conforms: boolean;
}

/**
 * Returns the parts to blame for each response that does not conform: those that no conforming request had. If a part alone got such a
 * response, it explains those of larger requests. Otherwise, a part that the service may refuse explains the response, which then has no
 * entry. If the entry is empty, none of the parts is the cause.
 *
 *   {sold} refused, {pending} created, {sold, chunked} refused ──► sold is to blame for both
 */
export function blame<Part extends string>(
  requests: readonly RequestWithParts<Part>[],
): ReadonlyMap<Answered, readonly Part[]> {
  const conforming = new Set(
    requests.filter(({ conforms }) => conforms).flatMap(({ must, may = [] }) => [...must, ...may]),
  );
  const violating = requests
    .filter(({ conforms }) => !conforms)
    .map(({ exchange, must, may = [] }) => ({
      exchange,
      must: must.filter((part) => !conforming.has(part)),
      may: may.filter((part) => !conforming.has(part)),
    }));
  const alone = new Set(violating.flatMap(({ must, may }) => (must.length === 1 && may.length === 0 ? must : [])));
  return new Map(
    violating.flatMap(({ exchange, must, may }): [Answered, readonly Part[]][] => {
      const guilty = must.filter((part) => alone.has(part));
      if (guilty.length > 0) return [[exchange, guilty]];
      return may.length > 0 ? [] : [[exchange, must]];
    }),
  );
}
