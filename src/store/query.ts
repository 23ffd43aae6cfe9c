import { memoize } from '../exchange/memoize.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { fitsInt64, isPetStatus, PAGE } from '../spec/operations.ts';

/** The query parameters of a sent path, decoded. The pure folders know no URL class. */
export const queryOf: (exchange: Exchange) => ReadonlyMap<string, string> = memoize(
  (exchange) =>
    new Map(
      pairsOf(exchange).map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decoded(name), decoded(value.join('='))];
      }),
    ),
);

/** The parts of the query between `&`, as they were sent. */
const pairsOf = ({ sent: { path } }: Exchange): string[] =>
  path
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter(Boolean);

/** The text percent-decoded, or unchanged if that is impossible: a journal may hold a path that no probe sends. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The id in the path of a get, as the service writes it: an int64 without leading zeros, and no query; undefined otherwise. */
export function idIn(path: string): string | undefined {
  const id = /^\/pets\/(0|-?[1-9]\d{0,18})$/.exec(path)?.[1];
  return id !== undefined && fitsInt64(id) ? id : undefined;
}

/** What the query of a list asks for. */
export type ListQuery = Readonly<ReturnType<typeof listQuery>>;

export const listQuery = memoize((exchange: Exchange) => {
  const query = queryOf(exchange);
  const [text, status] = [query.get('limit'), query.get('status')];
  const number = text === undefined ? PAGE.default : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  /** The maximum length of the list, 20 by default; undefined if the value is invalid. */
  const limit = number >= PAGE.minimum && number <= PAGE.maximum ? number : undefined;
  /** Whether the specified parameters are valid, perhaps with unknown ones: a service may refuse these, but not return a wrong list. */
  const isValid =
    !EMPTY_PAIR.test(exchange.sent.path) &&
    ![...query.keys()].some(isLikeSpecified) &&
    pairsOf(exchange).length === query.size &&
    limit !== undefined &&
    text?.startsWith('0') !== true &&
    isPetStatus(status);
  /** Whether all parameters are specified, occur once and are valid: the service must return 200. */
  const isSpecified = isValid && [...query.keys()].every((name) => name === 'limit' || name === 'status');
  return { isSpecified, isValid, limit, isWithoutLimit: text === undefined, status };
});

/** `?&limit=5`, `limit=5&`: a framework may refuse it. */
const EMPTY_PAIR = /[?&](?:&|$)/;

/** A parameter whose name contains `limit` or `status` may be another spelling of it: `limit[]`, `LIMIT`. */
const isLikeSpecified = (name: string): boolean => name !== 'limit' && name !== 'status' && /limit|status/i.test(name);
