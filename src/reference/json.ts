import { isLosslessNumber, parse } from 'lossless-json';

/** A JSON value that keeps numbers as their digits were written. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

export interface JsonNumber {
  readonly digits: string;
}

export interface JsonObject {
  readonly members: readonly Member[];
}

export type Member = readonly [name: string, value: Json];

export const integer = (value: bigint | number): JsonNumber => ({ digits: String(value) });

export const object = (...members: readonly Member[]): JsonObject => ({ members });

export function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

export function isNumber(json: Json | undefined): json is JsonNumber {
  return typeof json === 'object' && json !== null && 'digits' in json;
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && 'members' in json;
}

/** The last member of that name, as most parsers take it. */
export const member = (json: JsonObject, name: string): Json | undefined =>
  json.members.findLast(([key]) => key === name)?.[1];

export const without = (json: JsonObject, name: string): JsonObject => ({
  members: json.members.filter(([key]) => key !== name),
});

/** Replaces the member in its place, or appends it. */
export function withMember(json: JsonObject, name: string, value: Json): JsonObject {
  if (member(json, name) === undefined) return { members: [...json.members, [name, value]] };
  return { members: json.members.map((each) => (each[0] === name ? [name, value] : each)) };
}

export function writeJson(json: Json): string {
  if (isNumber(json)) return json.digits;
  if (isList(json)) return `[${json.map(writeJson).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  return `{${json.members.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join(',')}}`;
}

/** The 64-bit integer that a text writes in digits; undefined if it is not one. */
export function readInt64(text: string): bigint | undefined {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return value === undefined || BigInt.asIntN(64, value) !== value ? undefined : value;
}

/** Deeper input would overflow the stack, which a client must not be able to cause. */
const MAX_DEPTH = 1_000;

/** Reads JSON text without losing a digit. Throws if it is malformed, or nested too deep. */
export const readJson = (text: string): Json =>
  lossless(parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }), 0);

function lossless(value: unknown, depth: number): Json {
  if (depth > MAX_DEPTH) throw new SyntaxError('nested too deep');
  if (isLosslessNumber(value)) return { digits: value.value };
  if (Array.isArray(value)) return value.map((item) => lossless(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value as null | boolean | string;
  return { members: Object.entries(value).map(([name, one]) => [name, lossless(one, depth + 1)] as const) };
}
