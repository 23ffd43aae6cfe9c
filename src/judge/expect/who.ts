import { headerValues } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';

export type AskedOperation = 'list' | 'create' | 'get' | 'other';

/** A requirement that acceptance of a credential violates. */
export interface Claim {
  readonly id: RequirementId;
  /** The form of the credential, if each form must be judged. */
  readonly cell?: string | undefined;
  /** What the service may have read as the credential. */
  readonly part: string;
}

/** Who asks: the key, a wrong credential with the requirements that acceptance may violate, or somebody about whom the specification says nothing. */
export type Who =
  /** `usual`: written as `Bearer KEY`. */
  | { readonly kind: 'key'; readonly usual: boolean }
  | { readonly kind: 'wrong'; readonly claims: readonly Claim[] }
  | { readonly kind: 'open' };

/** `{key}` stands for the real key in recorded requests. */
export function whoAsks(exchange: Exchange, operation: AskedOperation): Who {
  const { key, sent } = exchange;
  const [value, ...others] = headerValues(sent.headers, 'Authorization');
  if (key !== null) return { kind: 'key', usual: value === 'Bearer {key}' };
  if (operation === 'other' || others.length > 0) return { kind: 'open' };
  if (value === undefined) return { kind: 'wrong', claims: claimsWithout(exchange, operation) };
  const claim = claimOf(value, operation);
  return claim === undefined ? { kind: 'open' } : { kind: 'wrong', claims: [claim] };
}

/** Without the header: no credential counts, wherever else the key stands. */
function claimsWithout({ sent }: Exchange, operation: Exclude<AskedOperation, 'other'>): Claim[] {
  const required = `auth.required.${operation}` as const;
  const inQuery = sent.path.includes('{key}');
  return [
    { id: required, part: required },
    ...(inQuery ? [{ id: 'auth.query-key', part: `query ${operation}` } as const] : []),
  ];
}

function claimOf(value: string, operation: Exclude<AskedOperation, 'other'>): Claim | undefined {
  if (/^bearer[ \t]+\{key\}$/i.test(value)) return undefined;
  const claim = (id: RequirementId, cell?: string): Claim => ({ id, cell, part: value });
  if (/^bearer$/i.test(value)) return claim('auth.empty-token');
  if (/^Bearer \{key without/.test(value)) return claim('auth.near-miss-key', 'cut');
  if (/^Bearer \{key with/.test(value)) return claim('auth.near-miss-key', 'flipped');
  if (/^Basic \{base64 /.test(value)) return claim('auth.bearer-only', 'basic');
  if (!value.includes('{key}')) return claim(`auth.unknown-key.${operation}`);
  if (/^bearer[ \t]/i.test(value)) return claim('auth.near-miss-key', 'appended');
  return claim('auth.bearer-only', value === '{key}' ? 'no-scheme' : 'other-scheme');
}
