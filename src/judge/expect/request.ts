import { headerValues } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Exchange, HeaderLine } from '../../exchange/records/exchange-record.ts';
import { fitsInt64, PAGE } from '../../spec/operations.ts';
import { isClearQuery, isPlainQuery, queryOf } from '../../store/query.ts';
import { type Payload, payloadIn } from './payload.ts';
import { type AskedOperation, type Who, whoAsks } from './who.ts';

export interface ListAsked {
  readonly kind: 'list';
  /** Only parameters that the specification defines, each once, with valid values: the service must answer. */
  readonly plain: boolean;
  /** Valid parameters, perhaps beside unknown ones: a service may refuse the query, but not answer it wrongly. */
  readonly clear: boolean;
  /** Clear, and no parameter could hide animals. */
  readonly whole: boolean;
  /** The most animals that the list may have; undefined if the query does not say. */
  readonly limit: number | undefined;
  readonly bare: boolean;
  readonly status: string | undefined;
}

type What =
  | ListAsked
  | Payload
  /** An int64, in plain digits. */
  | { readonly kind: 'id'; readonly id: string }
  /** A path that names no int64 in plain digits. */
  | { readonly kind: 'no-id'; readonly text: string }
  | { readonly kind: 'open' };

/** What the specification says about a request, read from its bytes. */
export interface Asked {
  readonly operation: AskedOperation;
  readonly who: Who;
  readonly what: What;
  /** It has headers that leave the service a choice. */
  readonly odd: boolean;
}

export const askedIn: (exchange: Exchange) => Asked = oncePer((exchange) => {
  const operation = operationOf(exchange);
  return {
    operation,
    who: whoAsks(exchange, operation),
    what: whatIsAsked(exchange, operation),
    odd: exchange.sent.headers.some(isOddHeader),
  };
});

function operationOf({ operation, sent: { method, path } }: Exchange): AskedOperation {
  if (operation === 'other') return 'other';
  const [address = ''] = path.split('?');
  if (address === '/pets') return method === 'GET' ? 'list' : method === 'POST' ? 'create' : 'other';
  if (method !== 'GET' || !/^\/pets\/[^/;]+$/.test(address)) return 'other';
  return isRoutersPath(address) ? 'other' : 'get';
}

/** Paths that a router may refuse before the service reads them: dots, slashes, NUL, and escapes that are none. */
const isRoutersPath = (address: string): boolean => /%(?:00|2F|5C|2e|$|[^0-9a-f]|.[^0-9a-f]|C3$)|\/\.+$/i.test(address);

function whatIsAsked(exchange: Exchange, operation: AskedOperation): What {
  if (operation === 'list') return listAsked(exchange);
  if (operation === 'create') return payloadIn(exchange);
  if (operation === 'other') return { kind: 'open' };
  const [text = ''] = exchange.sent.path.slice('/pets/'.length).split('?');
  const isId = /^(?:0|-?[1-9]\d{0,18})$/.test(text) && !exchange.sent.path.includes('?') && fitsInt64(text);
  return isId ? { kind: 'id', id: text } : { kind: 'no-id', text };
}

function listAsked(exchange: Exchange): ListAsked {
  const query = queryOf(exchange);
  const text = query.get('limit');
  const clear = isClearQuery(exchange);
  return {
    kind: 'list',
    plain: isPlainQuery(exchange),
    clear,
    whole: clear && [...query.keys()].every((name) => /^(?:limit|status|storecheck.*)$/.test(name)),
    limit: text === undefined ? PAGE.default : clear ? Number(text) : undefined,
    bare: text === undefined,
    status: clear ? query.get('status') : undefined,
  };
}

export const isKeyElsewhere = ({ sent }: Exchange): boolean =>
  sent.path.includes('{key}') ||
  (sent.body ?? '').includes('{key}') ||
  sent.headers.some(([name, text]) => name.toLowerCase() !== 'authorization' && text.includes('{key}'));

export const textOf: (exchange: Pick<Exchange, 'sent'>) => string = oncePer(({ sent }) =>
  JSON.stringify([sent.method, sent.path, sent.headers, sent.body]),
);

/** Two requests with the same meaning ask for the same: they differ in headers that leave a service one response, and in how a query is written. */
export const meaningOf: (exchange: Exchange) => string = oncePer((exchange) => {
  const { method, path, headers, body } = exchange.sent;
  const { what } = askedIn(exchange);
  const telling = headers.filter((line) => /^authorization$/i.test(line[0]) || isOddHeader(line));
  return JSON.stringify([method, what.kind === 'list' && what.plain ? what : path, telling, body]);
});

export const authorizationIn = ({ sent }: Exchange): string | undefined =>
  headerValues(sent.headers, 'Authorization')[0];

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
const isOddHeader = ([name, value]: HeaderLine): boolean =>
  NEUTRAL[name.toLowerCase()]?.test(value) !== true && !value.includes('{key}');
