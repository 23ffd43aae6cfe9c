import type { HeaderLine } from '../../exchange/records/exchange-record.ts';

/** Request headers, with the values that change nothing about what the specification demands. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  accept: /^$|json(?!;q=0$)|\*\/\*/i,
  authorization: /./,
  'content-type': /^application\/json/i,
  'if-none-match': /^"storecheck"$/,
  'accept-encoding': /gzip|br|identity/,
  'accept-language': /./,
  'cache-control': /./,
  connection: /./,
  forwarded: /./,
  'transfer-encoding': /./,
  'x-forwarded-for': /./,
  'x-real-ip': /./,
  'x-requested-with': /./,
  'user-agent': /./,
};

/** Whether the specification leaves open what a header changes. The key in a header is a credential. */
export const isOddHeader = ([name, value]: HeaderLine): boolean =>
  NEUTRAL[name.toLowerCase()]?.test(value) !== true && !value.includes('{key}');
