/**
 * The small words of the file. `title` finishes the sentence "… is not …" in messages and is what an editor shows;
 * `examples` stand in the message where the value is missing.
 */
export const WHOLE = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000_000,
  title: 'a whole number from 1 to 1000000000',
  examples: [60],
} as const;

export const SHARE = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 1,
  title: 'a share above 0 and up to 1 (0.5 is half)',
  examples: [0.5],
} as const;

/** A part of a whole, which may be none of it. */
export const PART = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  title: 'a share from 0 to 1 (0.5 is half)',
  examples: [0.85],
} as const;

export const SWITCH = { type: 'boolean', title: 'true or false', examples: [true] } as const;

const duration = {
  title: 'a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  examples: ['60s'],
} as const;

export const DURATION = {
  ...duration,
  if: { type: 'number' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { type: 'number', exclusiveMinimum: 0, maximum: 86_400, ...duration },
  else: { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})? ?(ms|s|m|h)$', ...duration },
} as const;

export const LATENCY = {
  type: 'string',
  pattern: '^[0-9]{1,6}(\\.[0-9]{1,3})? ?(ms|s)$',
  title: 'a time with its unit: 300ms or 1.5s',
  examples: ['300ms'],
} as const;

export const PERCENT = {
  type: 'string',
  pattern: '^(100|[0-9]{1,2}(\\.[0-9]{1,6})?) ?%$',
  title: 'a share of the requests with its sign: 0.1%',
  examples: ['0.1%'],
} as const;

export const BASE_URL = {
  type: 'string',
  pattern: '^https?://[^\\s/?#@\\\\]+(/[^\\s?#\\\\]*)?$',
  maxLength: 500,
  title: 'a base URL with the path prefix and nothing behind it: https://staging.example.com/v1',
  examples: ['https://staging.example.com/v1'],
} as const;

export const PROXY_URL = {
  type: 'string',
  pattern: '^https?://[^\\s/?#@\\\\]+/?$',
  maxLength: 500,
  title: "a proxy's URL without credentials: http://proxy.example.com:3128",
  examples: ['http://proxy.example.com:3128'],
} as const;

export const LINK = {
  type: 'string',
  pattern: '^https?://\\S+$',
  maxLength: 1000,
  title: 'a link: https://…',
  examples: ['https://issues.example.com/123'],
} as const;

export const FILE = {
  type: 'string',
  pattern: '^(?!~)[^\\u0000-\\u001f\\u007f]+$',
  maxLength: 1000,
  title: "a file's path, relative to this file's folder (~ is not expanded)",
  examples: ['keys/pro.key'],
} as const;

export const TEXT = {
  type: 'string',
  pattern: '\\S',
  maxLength: 1000,
  title: 'a text of 1 to 1000 characters',
  examples: ['…'],
} as const;

export const DATE = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  title: 'a date (YYYY-MM-DD)',
  examples: ['2027-03-01'],
} as const;

export const NAME = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  title: 'a name of letters, digits, dots, _ and - (at most 64, a letter or digit first)',
} as const;
