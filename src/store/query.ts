import { oncePer } from '../exchange/once.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { PAGE, PET_STATUSES } from '../spec/operations.ts';

/** The query parameters of a sent path, decoded. The pure folders know no URL class. */
export const queryOf: (exchange: Exchange) => ReadonlyMap<string, string> = oncePer((exchange) => {
  return new Map(
    pairsOf(exchange).map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [decoded(name), decoded(value)];
    }),
  );
});

/** The parts of the query between `&`, as they were sent. */
function pairsOf({ sent: { path } }: Exchange): string[] {
  const start = path.indexOf('?');
  const query = start < 0 ? '' : path.slice(start + 1);
  return query.split('&').filter((pair) => pair !== '');
}

/** Percent-decoded. A journal may hold a path that no probe sends. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The requested limit of a list: 20 by default, undefined if the value is invalid. */
export function limitAsked(exchange: Exchange): number | undefined {
  const text = queryOf(exchange).get('limit');
  if (text === undefined) return PAGE.default;
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return limit >= PAGE.minimum && limit <= PAGE.maximum ? limit : undefined;
}

/**
 * Whether the query of a list has valid values for the parameters of the specification, each of them once, perhaps beside unknown parameters.
 * One whose name contains `limit` or `status` may be another spelling of it.
 */
export function isClearQuery(exchange: Exchange): boolean {
  const { limit = '1', status = PET_STATUSES[0] } = Object.fromEntries(queryOf(exchange));
  return (
    !/[?&](?:&|$)|[?&](?!limit=|status=)[^=&]*(?:limit|status)/i.test(exchange.sent.path) &&
    pairsOf(exchange).length === queryOf(exchange).size &&
    /^[1-9]/.test(limit) &&
    limitAsked(exchange) !== undefined &&
    PET_STATUSES.some((known) => known === status)
  );
}

/** The same without unknown parameters. */
export const isPlainQuery = (exchange: Exchange): boolean =>
  isClearQuery(exchange) && [...queryOf(exchange).keys()].every((name) => name === 'limit' || name === 'status');

/** Prefix of exploring probes. */
export const EXPLORE = 'explore.';

export const isExplored = ({ probe }: Pick<Exchange, 'probe'>): boolean => probe.startsWith(EXPLORE);
