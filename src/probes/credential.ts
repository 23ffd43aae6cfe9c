/** How a probe sends, changes or omits the key (chapter Authentication). */
export type CredentialKind =
  | 'key'
  | 'key-lower-scheme'
  | 'none'
  | 'unknown'
  | 'cut'
  | 'appended'
  | 'flipped'
  | 'basic'
  | 'other-scheme'
  | 'no-scheme'
  | 'empty-token';

/** Whether the request has the valid key, as the specification requires. */
export function presentsKey(kind: CredentialKind): boolean {
  return kind === 'key' || kind === 'key-lower-scheme';
}

/** A scheme other than Bearer. */
const OTHER_SCHEME = 'Token';

/**
 * The value of the Authorization header, or null without the header.
 * @param key the real key
 * @param random numbers in [0, 1) for the unknown key
 */
export function authorization(
  kind: CredentialKind,
  key: string,
  random: () => number,
  base64: (text: string) => string,
): string | null {
  switch (kind) {
    case 'key':
      return `Bearer ${key}`;
    case 'key-lower-scheme':
      return `bearer ${key}`;
    case 'none':
      return null;
    case 'unknown':
      return `Bearer ${unknownKey(key, random)}`;
    case 'cut':
      return `Bearer ${key.slice(0, -1)}`;
    case 'appended':
      return `Bearer ${key}x9`;
    case 'flipped':
      return `Bearer ${flipCase(key)}`;
    case 'basic':
      // As user and as password: services that take the key from Basic read one of the two.
      return `Basic ${base64(`${key}:${key}`)}`;
    case 'other-scheme':
      return `${OTHER_SCHEME} ${key}`;
    case 'no-scheme':
      return key;
    case 'empty-token':
      return 'Bearer ';
  }
}

/** The placeholder of the header's value in journals, reports and curl commands; `{key}` is the real key. */
export function shownAuthorization(kind: CredentialKind): string | null {
  switch (kind) {
    case 'unknown':
      return 'Bearer {a well-formed key that nobody was given}';
    case 'cut':
      return 'Bearer {key without its last character}';
    case 'flipped':
      return 'Bearer {key with its letter case flipped}';
    case 'basic':
      return 'Basic {base64 of key:key}';
    case 'key':
    case 'key-lower-scheme':
    case 'none':
    case 'appended':
    case 'other-scheme':
    case 'no-scheme':
    case 'empty-token':
      return authorization(
        kind,
        '{key}',
        () => 0,
        (text) => text,
      );
  }
}

/** The kind that journals show so; undefined if only the header's value is known. */
export const kindShownAs = (shown: string): CredentialKind | undefined =>
  (['unknown', 'cut', 'flipped', 'basic'] as const).find((kind) => shownAuthorization(kind) === shown);

export function flipCase(key: string): string {
  return [...key].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

/** As long as the real key and of the same characters by kind, so that only a look-up can refuse it. Words before it stay (`sk_live_`), groups of a UUID do not: a server may echo them. */
export function unknownKey(key: string, random: () => number): string {
  const prefix = /^(?:[a-z]{1,12}\d?[_-])*(?=[^_-]{8})/i.exec(key)?.[0] ?? '';
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
