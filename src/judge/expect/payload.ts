import { bodyOf } from '../../exchange/body.ts';
import { headerValue } from '../../exchange/exchange.ts';
import { digitsOf, integerDigits, isRecord, type JsonText, type Lossless } from '../../exchange/json.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { HEADERS } from '../../spec/headers.ts';
import { fitsInt64, PET_STATUSES } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { isUsualType } from './service-response.ts';

/** Why a payload must be refused: the end of the id `create.rejects.*`. */
type Defect = RequirementId extends infer Id ? (Id extends `create.rejects.${infer Why}` ? Why : never) : never;

export type Payload =
  /** It must be refused. `mayRefuseOtherwise`: the service may choose how to refuse it. */
  | { readonly kind: 'invalid'; readonly why: Defect; readonly mayRefuseOtherwise: boolean }
  /** It follows the schema: with parts that the service must accept, and parts that it may refuse. */
  | { readonly kind: 'valid'; readonly must: readonly MustPart[]; readonly may: readonly MayPart[] }
  /** The specification does not say whether it must be accepted. */
  | { readonly kind: 'unspecified' };

/** A part that the service must accept. `int64`: an integer that a double cannot hold. */
export type MustPart = `status=${string}` | `int64=${string}` | 'charset';

/** A part that the service may refuse: something unusual in the name, a member beyond the schema, the form of the body, or a category. */
export type MayPart = `name ${string}` | `extra ${string}` | `form ${string}` | 'chunked' | 'category';

const UNSPECIFIED: Payload = { kind: 'unspecified' };

/** Characters of a body that is never too long. A service may refuse a longer one with 413, whatever is in it (long-payload-refused). */
const SHORT_BODY = 2_000;

const FIELDS: readonly string[] = ['name', 'categoryId', 'status'];

/** What a service may refuse in a name, each independently: one that accepts an emoji may refuse a control character. */
const UNUSUAL: Readonly<Record<string, RegExp>> = {
  empty: /^$/,
  start: /^[^A-Za-z\d]/,
  digit: /^\d/,
  edges: /^\s|\s$/,
  punctuation: /[!-,/:-@[-^`{-~]/,
  // Any character beyond ASCII: a service may accept the control characters of ASCII and nothing else (non-ascii-name-refused).
  'non-ascii': /[^\0-\x7f]/,
  control: /\p{Cc}/u,
  invisible: /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?! )\p{Zs}/u,
  letter: /(?![A-Za-z])\p{L}/u,
  mark: /\p{M}/u,
  symbol: /(?![!-~])[\p{P}\p{S}\p{N}]/u,
  astral: /[\u{10000}-\u{10ffff}]/u,
  surrogate: /\p{Cs}/u,
};

const partsOfName = (name: string): MayPart[] =>
  Object.entries(UNUSUAL).flatMap(([part, pattern]) => (pattern.test(name) ? (`name ${part}` as const) : []));

export function payloadIn({ sent }: Exchange): Payload {
  const body = sent.body ?? '';
  const type = headerValue(sent.headers, HEADERS.contentType) ?? '';
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) return UNSPECIFIED;
  // A lone surrogate stands for bytes that are not UTF-8.
  if (!body.isWellFormed()) return UNSPECIFIED;
  const invalid = (why: Defect): Payload => ({
    kind: 'invalid',
    why,
    mayRefuseOtherwise: !isUsualType(type) || body.length > SHORT_BODY,
  });
  if (/^[ \t\r\n]*$/.test(body)) return invalid('empty-body');
  const json = bodyOf(sent);
  if (json.kind === 'broken') return invalid('malformed-json');
  if (json.kind !== 'json' || json.repeated !== undefined) return UNSPECIFIED;
  const why = defectOf(json.value);
  if (why === 'unspecified') return UNSPECIFIED;
  if (why !== undefined) return invalid(why);
  return isUsualType(type) && isRecord(json.value) ? validPayload(json, json.value, sent) : UNSPECIFIED;
}

type Members = { readonly [name: string]: Lossless };

function validPayload(
  { hasByteOrderMark, depth }: JsonText,
  members: Members,
  { headers, body }: Exchange['sent'],
): Payload {
  const { name, categoryId, status } = members;
  const written = digitsOf(categoryId) ?? '0';
  const digits = integerDigits(written) ?? '0';
  const hasCharset = headerValue(headers, HEADERS.contentType)?.includes('charset') === true;
  return {
    kind: 'valid',
    must: [
      `status=${String(status ?? 'none')}`,
      ...(isBeyondDouble(digits) ? [`int64=${digits}` as const] : []),
      ...(hasCharset ? (['charset'] as const) : []),
    ],
    may: [
      'category',
      ...partsOfName(String(name)),
      ...Object.keys(members).flatMap((member) => (FIELDS.includes(member) ? [] : (`extra ${member}` as const))),
      ...(headerValue(headers, 'Transfer-Encoding') === undefined ? [] : (['chunked'] as const)),
      ...(hasByteOrderMark ? (['form mark'] as const) : []),
      ...((body ?? '').length > SHORT_BODY ? (['form length'] as const) : []),
      ...(depth > SHALLOW ? (['form depth'] as const) : []),
      ...(written === digits ? [] : [`form ${written}` as const]),
    ],
  };
}

/** Levels that every parser reads: .NET stops at 64, PHP at 512, Jackson at 1,000. A service may refuse more (deep-payload-refused). */
const SHALLOW = 32;

/** A double cannot hold every integer beyond 2^53. */
export const isBeyondDouble = (digits: string): boolean => BigInt(digits) > 2n ** 53n || BigInt(digits) < -(2n ** 53n);

/** Why a payload must be refused; undefined if it is valid. */
function defectOf(value: Lossless): Defect | 'unspecified' | undefined {
  if (Array.isArray(value)) return 'array-body';
  if (!isRecord(value)) return 'scalar-body';
  // Some frameworks ignore the letter case of member names: only one of two such members counts then.
  const others = Object.keys(value).filter((name) => !FIELDS.includes(name));
  const isRepeated = (field: string) => others.some((name) => name.toLowerCase() === field.toLowerCase());
  if (FIELDS.some((field) => value[field] !== undefined && isRepeated(field))) return 'unspecified';
  const name = kindOf(value['name']);
  return name === 'string' ? (wrongCategory(value['categoryId']) ?? wrongStatus(value['status'])) : `${name}-name`;
}

/** The kind of a value, as the ids of `create.rejects.*` name it: objects count as arrays. */
function kindOf(value: Lossless | undefined) {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return digitsOf(value) === undefined ? 'array' : 'number';
}

function wrongCategory(category: Lossless | undefined): Defect | undefined {
  const kind = kindOf(category);
  if (kind !== 'number') return `${kind === 'array' ? 'string' : kind}-category`;
  const integer = integerDigits(digitsOf(category) ?? '');
  if (integer === null) return 'fraction-category';
  return fitsInt64(integer) ? undefined : 'overflow-category';
}

function wrongStatus(status: Lossless | undefined): Defect | undefined {
  const known: readonly string[] = PET_STATUSES;
  if (status === undefined) return undefined;
  if (status === null) return 'null-status';
  if (typeof status !== 'string') return 'number-status';
  if (known.includes(status)) return undefined;
  return known.includes(status.toLowerCase()) ? 'miscased-status' : 'unknown-status';
}
