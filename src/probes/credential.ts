import { CREDENTIALS, hasKey, PLACEHOLDERS } from '../exchange/authorization.ts';
import { headerValue, headerValues } from '../exchange/exchange.ts';
import type { HeaderLine } from '../exchange/records/exchange-record.ts';
import type { ProbeRequest } from './probe.ts';

/** Names under which frameworks read a key in a query, a cookie or a payload (RFC 6750 §2.2 has `access_token` in a form). */
const KEY_NAMES = ['api_key', 'access_token', 'apikey', 'apiKey', 'api-key', 'key', 'token'];

const keysWith = (separator: string) => KEY_NAMES.map((name) => `${name}={key}`).join(separator);

/** The key under every name, in one query. */
export const QUERY_KEYS = keysWith('&');
export const KEY_MEMBERS = Object.fromEntries(KEY_NAMES.map((name) => [name, '"{key}"']));

/** Other headers in which gateways and frameworks read a key. */
export const OTHER_HEADERS: readonly HeaderLine[] = [
  ...['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name): HeaderLine => [name, '{key}']),
  ...['X-Access-Token', 'X-Authorization', 'X-Forwarded-Authorization', 'Proxy-Authorization'].map(
    (name): HeaderLine => [name, 'Bearer {key}'],
  ),
  ['Cookie', keysWith('; ')],
];

/** The headers in which a proxy states the address of the client. A service may trust its own, 127.0.0.1, without a key. */
export const forwardedFor = (address: string): readonly HeaderLine[] => [
  ['X-Forwarded-For', address],
  ['X-Real-IP', address],
  ['Forwarded', `for=${address}`],
];

/** Base64 of an ASCII text: a global of Node. Not in pure-globals.d.ts, because k6 lacks it. */
declare const btoa: (text: string) => string;

type Make = (key: string, random: () => number) => string;

/** Makes the value of each placeholder in a credential. `random`: numbers in [0, 1) for an unknown key. */
const MAKES: Readonly<Record<string, Make>> = {
  [PLACEHOLDERS.key]: (key) => key,
  [PLACEHOLDERS.unknown]: unknownKey,
  // Header values are Latin-1: each of these characters is one byte.
  [PLACEHOLDERS.bytes]: (key, random) => `${unknownKey(key, random).slice(0, -2)}\u00e9\u00ff`,
  [PLACEHOLDERS.long]: (key, random) => unknownKey(key, random).padEnd(4_000, 'x'),
  [PLACEHOLDERS.cut]: (key) => key.slice(0, -1),
  [PLACEHOLDERS.flipped]: flipCase,
  // As user and as password: services that take the key from Basic read one of the two.
  [PLACEHOLDERS.basic]: (key) => btoa(`${key}:${key}`),
};

export const filledIn = (value: string, ...inputs: Parameters<Make>): string =>
  value.replace(/\{[^}]*\}/g, (place) => MAKES[place]?.(...inputs) ?? place);

/** Whether the request has the valid key, as the specification requires. */
export const presentsKey = ({ headers }: ProbeRequest): boolean =>
  hasKey(headerValues(headers, 'Authorization').join(', '));

/** Whether the request needs a new connection: Jetty would find the key among its earlier header values, in any letter case. */
export const isSentApart = ({ headers }: ProbeRequest): boolean =>
  headerValue(headers, 'Authorization') === CREDENTIALS.flipped;

export function flipCase(key: string): string {
  return [...key].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

/** The least number of random characters in an unknown key. */
const MIN_RANDOM = 8;
const LEADING_WORDS = /^(?:[a-z]{1,12}\d?[_-])*(?=[^_-]{8})/i;

/**
 * A key that nobody was given. It is as long as the real one, with the same kinds of characters, so that only a look-up can refuse it. Its
 * first words stay (`sk_live_`), groups of a UUID do not: a server may echo them. A short end (`key-pro-1`) gets 8 characters, because
 * `key-pro-2` may be another customer's.
 */
export function unknownKey(key: string, random: () => number): string {
  const [, words, end = ''] = /^((?:[a-z]{1,12}\d?[_-])+)([^_-]{1,7})$/i.exec(key) ?? [];
  if (words !== undefined) return unknownKey(`${words}${end.repeat(MIN_RANDOM).slice(0, MIN_RANDOM)}`, random);
  const prefix = LEADING_WORDS.exec(key)?.[0] ?? '';
  const pick = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)] ?? '0';
  const letters = /^[\da-f_-]+$/i.test(key.slice(prefix.length)) ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  const body = [...key.slice(prefix.length)].map((char) => {
    if (/\d/.test(char)) return pick('0123456789');
    if (/[a-z]/.test(char)) return pick(letters);
    return /[A-Z]/.test(char) ? pick(letters.toUpperCase()) : char;
  });
  const unknown = prefix + body.join('');
  return unknown === key ? `${unknown}0` : unknown;
}
