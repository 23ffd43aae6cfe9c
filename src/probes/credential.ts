interface Credential {
  /**
   * The value of the Authorization header with this key; null without the header.
   * @param random numbers in [0, 1) for the unknown key
   */
  readonly value: (key: string, random: () => number, base64: (text: string) => string) => string | null;
  /** The value in journals, reports and curl commands, unless `{key}` in place of the key shows it. */
  readonly shown?: string;
  /** Sent over a connection that has not seen the key. */
  readonly apart?: true;
}

/** How a probe sends, changes or omits the key (chapter Authentication). */
const CREDENTIALS = {
  key: { value: (key) => `Bearer ${key}` },
  'key-lower-scheme': { value: (key) => `bearer ${key}` },
  none: { value: () => null },
  unknown: {
    value: (key, random) => `Bearer ${unknownKey(key, random)}`,
    shown: 'Bearer {a well-formed key that nobody was given}',
  },
  // Header values are Latin-1: each of these characters is one byte.
  'unknown-bytes': {
    value: (key, random) => `Bearer ${unknownKey(key, random).slice(0, -2)}\u00e9\u00ff`,
    shown: 'Bearer {a key that nobody was given, with bytes above 0x7F}',
  },
  'unknown-long': {
    value: (key, random) => `Bearer ${unknownKey(key, random).padEnd(4_000, 'x')}`,
    shown: 'Bearer {a key that nobody was given, of 4,000 characters}',
  },
  cut: { value: (key) => `Bearer ${key.slice(0, -1)}`, shown: 'Bearer {key without its last character}' },
  appended: { value: (key) => `Bearer ${key}x9` },
  // Jetty looks header values up among those of the connection, without regard to letter case, and would find the key.
  flipped: {
    value: (key) => `Bearer ${flipCase(key)}`,
    shown: 'Bearer {key with its letter case flipped}',
    apart: true,
  },
  // As user and as password: services that take the key from Basic read one of the two.
  basic: { value: (key, _random, base64) => `Basic ${base64(`${key}:${key}`)}`, shown: 'Basic {base64 of key:key}' },
  'other-scheme': { value: (key) => `Token ${key}` },
  'no-scheme': { value: (key) => key },
  'empty-token': { value: () => 'Bearer ' },
} as const satisfies Record<string, Credential>;

export type CredentialKind = keyof typeof CREDENTIALS;

const credentialOf = (kind: CredentialKind): Credential => CREDENTIALS[kind];

/** Whether the request has the valid key, as the specification requires. */
export const presentsKey = (kind: CredentialKind): boolean => kind === 'key' || kind === 'key-lower-scheme';

/** Whether the request needs a connection that has not seen the key. */
export const isSentApart = (kind: CredentialKind): boolean => credentialOf(kind).apart === true;

/** The value of the Authorization header with the real key, or null without the header. */
export const authorization = (kind: CredentialKind, ...means: Parameters<Credential['value']>): string | null =>
  credentialOf(kind).value(...means);

/** The placeholder of the header's value in journals, reports and curl commands; `{key}` is the real key. */
export const shownAuthorization = (kind: CredentialKind): string | null =>
  credentialOf(kind).shown ?? authorization(kind, '{key}', () => 0, String);

export function flipCase(key: string): string {
  return [...key].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

/** Characters of the part of a key that is random. */
const SHORTEST = 8;
const LEADING_WORDS = /^(?:[a-z]{1,12}\d?[_-])*(?=[^_-]{8})/i;

/**
 * As long as the real key and of the same characters by kind, so that only a look-up can refuse it. Words before it stay (`sk_live_`), groups
 * of a UUID do not: a server may echo them. A short end (`key-pro-1`) gets 8 characters, because `key-pro-2` may be another customer's.
 */
export function unknownKey(key: string, random: () => number): string {
  const [, words, end = ''] = /^((?:[a-z]{1,12}\d?[_-])+)([^_-]{1,7})$/i.exec(key) ?? [];
  if (words !== undefined) return unknownKey(`${words}${end.repeat(SHORTEST).slice(0, SHORTEST)}`, random);
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
