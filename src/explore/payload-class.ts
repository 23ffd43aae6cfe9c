import {
  digitsOf,
  type Exchange,
  headerValue,
  integerDigits,
  isRecord,
  type JsonText,
  type Lossless,
  oncePer,
  parseJsonText,
} from '../exchange/index.ts';
import { INT64, PET_STATUSES } from '../spec/operations.ts';

/** The specification's verdict on a payload, read from the sent bytes. */
export type PayloadClass =
  /** It must be refused, for this reason: the last part of a `create.rejects.*` id. */
  | { readonly kind: 'invalid'; readonly why: string }
  /** It follows the schema. `plain`: without unusual parts, so it is either created or refused with 400. */
  | { readonly kind: 'valid'; readonly plain: boolean }
  /** The specification leaves it open. */
  | { readonly kind: 'open' };

const OPEN: PayloadClass = { kind: 'open' };

/** Characters. A service may refuse a longer body with 413, whatever is in it. */
const SHORT = 2_000;

const FIELDS = ['name', 'categoryId', 'status'];

export const payloadClass: (exchange: Exchange) => PayloadClass = oncePer(({ sent }) => {
  const { body } = sent;
  const type = headerValue(sent.headers, 'Content-Type') ?? '';
  if (body === null || !/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) return OPEN;
  // It stands for bytes that are not UTF-8.
  if (/\p{Surrogate}/u.test(body)) return OPEN;
  if (/^[ \t\r\n]*$/.test(body)) return { kind: 'invalid', why: 'empty-body' };
  const json = read(body);
  if (json === undefined || json.repeated !== undefined) return OPEN;
  const why = reasonToRefuse(json.value);
  if (why !== undefined) return why === 'open' || body.length > SHORT ? OPEN : { kind: 'invalid', why };
  const names = Object.keys(json.value ?? {});
  const plainType = type === 'application/json' && headerValue(sent.headers, 'Transfer-Encoding') === undefined;
  const plain = plainType && !json.byteOrderMark && names.every((name) => FIELDS.includes(name));
  return { kind: 'valid', plain };
});

function read(body: string): JsonText | undefined {
  try {
    return parseJsonText(body);
  } catch {
    return undefined;
  }
}

function reasonToRefuse(value: Lossless): string | undefined {
  if (Array.isArray(value)) return 'array-body';
  if (!isRecord(value)) return 'scalar-body';
  // Some frameworks ignore the letter case of member names: then one of two counts.
  const others = Object.keys(value).filter((name) => !FIELDS.includes(name));
  const isTwice = (field: string) => others.some((name) => field.toLowerCase() === name.toLowerCase());
  if (FIELDS.some((field) => isTwice(field) && (Object.hasOwn(value, field) || field === 'status'))) return 'open';
  return wrongName(own(value, 'name')) ?? wrongCategory(own(value, 'categoryId')) ?? wrongStatus(own(value, 'status'));
}

const own = (value: { readonly [key: string]: Lossless }, name: string): Lossless | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

function wrongName(name: Lossless | undefined): string | undefined {
  if (name === undefined) return 'missing-name';
  if (typeof name === 'string') return undefined;
  if (name === null) return 'null-name';
  if (typeof name === 'boolean') return 'boolean-name';
  return digitsOf(name) === undefined ? 'array-name' : 'number-name';
}

function wrongCategory(category: Lossless | undefined): string | undefined {
  if (category === undefined) return 'missing-category';
  if (category === null) return 'null-category';
  const digits = digitsOf(category);
  if (digits === undefined) return typeof category === 'boolean' ? 'boolean-category' : 'string-category';
  const integer = integerDigits(digits);
  if (integer === null) return 'fraction-category';
  return BigInt(integer) < INT64.minimum || BigInt(integer) > INT64.maximum ? 'overflow-category' : undefined;
}

/** Null may stand for a missing status: the specification leaves that open. */
function wrongStatus(status: Lossless | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (status === null) return 'open';
  if (typeof status !== 'string') return 'number-status';
  if ((PET_STATUSES as readonly string[]).includes(status)) return undefined;
  const nearly = (PET_STATUSES as readonly string[]).includes(status.trim().toLowerCase());
  return nearly ? 'miscased-status' : 'unknown-status';
}
