import { CREDENTIALS, hasKey } from '../../exchange/authorization.ts';
import { authorizationIn } from '../../exchange/exchange.ts';
import { memoize } from '../../exchange/memoize.ts';
import type { Exchange, HeaderLine } from '../../exchange/records/exchange-record.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { idIn, type ListQuery, listQuery } from '../../store/query.ts';
import { type Payload, payloadIn } from './payload.ts';

type AskedOperation = 'list' | 'create' | 'get' | 'other';

/** A requirement that acceptance of a credential violates. */
export interface CredentialRequirement {
  readonly id: RequirementId;
  /** The form of the credential, if each form must be judged. */
  readonly cell?: string | undefined;
  /** What the service may have read as the credential. */
  readonly part: string;
}

type What =
  | ({ readonly kind: 'list' } & ListQuery)
  | Payload
  /** An int64, in plain digits. */
  | { readonly kind: 'id'; readonly id: string }
  /** A path that names no int64 in plain digits. */
  | { readonly kind: 'no-id'; readonly text: string };

/** What the specification says about a request, read from its bytes. */
export const askedIn = memoize((exchange: Exchange) => {
  const operation = OPERATIONS[exchange.operation] ?? 'other';
  return {
    operation,
    /** What acceptance violates, if the request has no valid key; empty if the specification says nothing about its credential. */
    credentialRequirements: credentialRequirementsIn(exchange, operation),
    what: whatIsAsked(exchange, operation),
    /** It has headers that leave the service a choice. */
    hasOddHeader: exchange.sent.headers.some(isOddHeader),
  };
});

const OPERATIONS: Readonly<Record<string, AskedOperation>> = { listPets: 'list', createPet: 'create', getPet: 'get' };

function whatIsAsked(exchange: Exchange, operation: AskedOperation): What {
  if (operation === 'list') return { kind: 'list', ...listQuery(exchange) };
  if (operation === 'create') return payloadIn(exchange);
  if (operation === 'other') return { kind: 'unspecified' };
  const id = idIn(exchange.sent.path);
  const [text = ''] = exchange.sent.path.slice('/pets/'.length).split('?');
  return id === undefined ? { kind: 'no-id', text } : { kind: 'id', id };
}

/** `{key}` stands for the real key in recorded requests. */
function credentialRequirementsIn(exchange: Exchange, operation: AskedOperation): readonly CredentialRequirement[] {
  if (operation === 'other') return [];
  const value = authorizationIn(exchange);
  if (value !== undefined) return requirementsOfCredential(value, operation);
  // Without the header, no credential counts, wherever else the key stands.
  const required = `auth.required.${operation}` as const;
  const inQuery = exchange.sent.path.includes('{key}');
  return [
    { id: required, part: required },
    ...(inQuery ? [{ id: 'auth.query-key', part: `query ${operation}` } as const] : []),
  ];
}

function requirementsOfCredential(value: string, operation: Exclude<AskedOperation, 'other'>) {
  // If one of several Authorization lines is valid, it may count.
  if (hasKey(value)) return [];
  const requirement = (id: RequirementId, cell?: string): readonly CredentialRequirement[] => [
    { id, cell, part: value },
  ];
  if (/^bearer$/i.test(value)) return requirement('auth.empty-token');
  if (value.startsWith(CREDENTIALS.cut)) return requirement('auth.near-miss-key', 'cut');
  if (value.startsWith(CREDENTIALS.flipped)) return requirement('auth.near-miss-key', 'flipped');
  if (value.startsWith(CREDENTIALS.basic)) return requirement('auth.bearer-only', 'basic');
  if (!value.includes('{key}')) return requirement(`auth.unknown-key.${operation}`);
  if (/^bearer[ \t]/i.test(value)) return requirement('auth.near-miss-key', 'appended');
  return requirement('auth.bearer-only', value === CREDENTIALS['no-scheme'] ? 'no-scheme' : 'other-scheme');
}

/** A request as text: equal requests have equal texts. */
export const identityOf: (exchange: Pick<Exchange, 'sent'>) => string = memoize(
  ({ sent }) =>
    // The body is not quoted, because that takes long for a long one.
    `${JSON.stringify([sent.method, sent.path, sent.headers, sent.body === null])}${sent.body}`,
);

/** The meaning of a request as text. Two have the same one if they differ only in headers other than Authorization. */
export const meaningOf: (exchange: Exchange) => string = memoize(({ sent: { method, path, headers, body } }) => {
  const credentials = headers.filter(([name]) => /^authorization$/i.test(name));
  return JSON.stringify([method, path, credentials, body]);
});

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
