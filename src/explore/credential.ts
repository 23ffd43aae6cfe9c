import { type Answered, type Exchange, headerValues } from '../exchange/index.ts';
import type { Finding } from '../rules/outcome.ts';
import { excerpt, violation } from '../rules/rule.ts';
import { notRefused } from '../rules/status.ts';
import type { RequirementId } from '../spec/requirements/index.ts';

const BY_OPERATION: Readonly<Record<string, readonly [none: RequirementId, unknown: RequirementId]>> = {
  listPets: ['auth.required.list', 'auth.unknown-key.list'],
  createPet: ['auth.required.create', 'auth.unknown-key.create'],
  getPet: ['auth.required.get', 'auth.unknown-key.get'],
};

/**
 * The requirement that the service violates by accepting this credential; undefined if it is the key, or a spelling of
 * it that RFC 9110 allows. `{key}` stands for the key in recorded requests.
 */
export function wrongCredential({ sent, operation, key }: Exchange): RequirementId | undefined {
  const ids = BY_OPERATION[operation];
  if (key !== null || ids === undefined) return undefined;
  const [value, ...others] = headerValues(sent.headers, 'Authorization');
  if (others.length > 0) return undefined;
  const elsewhere = [sent.path, ...sent.headers.map(([, text]) => text)].some((text) => text.includes('{key}'));
  if (value === undefined) return elsewhere ? 'auth.bearer-only' : ids[0];
  if (/^bearer[ \t]+\{key\}$/i.test(value)) return undefined;
  if (/^bearer$/i.test(value)) return 'auth.empty-token';
  if (/^Bearer \{key /.test(value)) return 'auth.near-miss-key';
  if (/^Basic \{base64 /.test(value)) return 'auth.bearer-only';
  if (!elsewhere) return ids[1];
  return /^bearer[ \t]/i.test(value) ? 'auth.near-miss-key' : 'auth.bearer-only';
}

/** A wrong credential that the service accepts, or refuses with another status than 401. */
export function acceptedCredential(exchange: Answered, id: RequirementId): Finding | undefined {
  const { status } = exchange.received;
  if (wrongCredential(exchange) !== id) return undefined;
  if (status >= 300)
    return status !== 401 && status < 500 && isPlainCredential(exchange) ? notRefused(exchange, 401) : undefined;
  const lines = exchange.sent.headers.filter(([name]) => !/^(?:accept|content-type)$/i.test(name));
  const credential =
    lines.map(([name, value]) => `${name}: ${value}`).join(', ') || keyInQuery(exchange) || 'no credential';
  return violation(exchange, 'credential-accepted', { credential: excerpt(credential, 100) });
}

const keyInQuery = ({ sent }: Answered): string => (sent.path.includes('{key}') ? sent.path : '');

/** No key or an unknown one, and nothing else that a service may refuse first. */
const isPlainCredential = ({ sent, operation }: Answered): boolean =>
  (operation === 'listPets' || operation === 'getPet') &&
  headerValues(sent.headers, 'Authorization').every((value) => /^Bearer \{a well-formed key/.test(value)) &&
  sent.headers.every(([name]) => /^(?:accept|authorization)$/i.test(name));
