/**
 * The value of an Authorization header, as journals, reports and curl commands show it; null without the header. Placeholders in braces
 * stand for the real key, or for a value made of it (probes/credential.ts).
 */
export type Credential = string | null;

export const PLACEHOLDERS = {
  key: '{key}',
  unknown: '{a well-formed key that nobody was given}',
  bytes: '{a key that nobody was given, with bytes above 0x7F}',
  long: '{a key that nobody was given, of 4,000 characters}',
  cut: '{key without its last character}',
  flipped: '{key with its letter case flipped}',
  basic: '{base64 of key:key}',
} as const;

export const CREDENTIALS = {
  key: `Bearer ${PLACEHOLDERS.key}`,
  'key-lower-scheme': `bearer ${PLACEHOLDERS.key}`,
  unknown: `Bearer ${PLACEHOLDERS.unknown}`,
  'unknown-bytes': `Bearer ${PLACEHOLDERS.bytes}`,
  'unknown-long': `Bearer ${PLACEHOLDERS.long}`,
  cut: `Bearer ${PLACEHOLDERS.cut}`,
  appended: `Bearer ${PLACEHOLDERS.key}x9`,
  flipped: `Bearer ${PLACEHOLDERS.flipped}`,
  basic: `Basic ${PLACEHOLDERS.basic}`,
  'other-scheme': `Token ${PLACEHOLDERS.key}`,
  'no-scheme': PLACEHOLDERS.key,
  'empty-token': 'Bearer ',
} as const;

/** Whether an Authorization header, or one of several lines that a comma joins, has the valid key. The scheme may have any letter case. */
export const hasKey = (value: string): boolean => /(?:^|, )bearer[ \t]+\{key\}(?:$|, )/i.test(value);
