import { isObject } from '../../exchange/json.ts';
import { cut, inert } from '../../text/inert.ts';

/** Maximum characters of a text; results.json has all of it. */
const TEXT = 1_000;
/** Maximum characters of a curl command. It is never truncated. */
const CURL = 4_000;

/**
 * A copy in which every text is short and harmless for a terminal, a log or a file. A service wrote much of a result, and results.json may
 * be forged, so reports and `diff` see nothing else.
 */
export const harmless = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (typeof inner === 'string') return name === 'curl' ? command(inner) : inert(cut(inner, TEXT));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([member, one]) => [inert(cut(member, TEXT)), one]));
  });

const command = (curl: string): string =>
  curl.length <= CURL ? inert(curl) : `(a curl command of ${curl.length} characters: see results.json)`;
