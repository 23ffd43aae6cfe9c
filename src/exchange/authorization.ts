/**
 * The value of the Authorization header, as journals, reports and curl commands show it; null without the header. `{key}` is the real key,
 * and other words in braces stand for what is made of it (chapter Authentication; probes/credential.ts).
 */
export type Credential = string | null;

export const PLACES = {
  key: '{key}',
  unknown: '{a well-formed key that nobody was given}',
  bytes: '{a key that nobody was given, with bytes above 0x7F}',
  long: '{a key that nobody was given, of 4,000 characters}',
  cut: '{key without its last character}',
  flipped: '{key with its letter case flipped}',
  basic: '{base64 of key:key}',
} as const;

export const CREDENTIALS = {
  key: `Bearer ${PLACES.key}`,
  'key-lower-scheme': `bearer ${PLACES.key}`,
  unknown: `Bearer ${PLACES.unknown}`,
  'unknown-bytes': `Bearer ${PLACES.bytes}`,
  'unknown-long': `Bearer ${PLACES.long}`,
  cut: `Bearer ${PLACES.cut}`,
  appended: `Bearer ${PLACES.key}x9`,
  flipped: `Bearer ${PLACES.flipped}`,
  basic: `Basic ${PLACES.basic}`,
  'other-scheme': `Token ${PLACES.key}`,
  'no-scheme': PLACES.key,
  'empty-token': 'Bearer ',
} as const;
