import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value that keeps numbers as their digits were written. */
export type Json = null | boolean | string | LosslessNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export const integer = (value: bigint | number): LosslessNumber => new LosslessNumber(String(value));

export const isNumber = (json: Json | undefined): json is LosslessNumber => isLosslessNumber(json);

export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !isList(json) && !isNumber(json);

export const member = (json: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(json, name) ? json[name] : undefined;

export const without = (json: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name));

export const writeJson = (json: Json): string => stringify(json) ?? '';

/** Reads JSON text without losing a digit; of members with one name, the last one counts. Throws if it is malformed, or nested too deep. */
export const readJson = (text: string): Json =>
  parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as Json;

/** The 64-bit integer that a JSON number writes in digits; undefined for any other value. */
export const int64In = (json: Json | undefined): bigint | undefined =>
  isNumber(json) ? readInt64(json.value) : undefined;

/** The 64-bit integer that a text writes in digits; undefined if it is not one. */
export function readInt64(text: string): bigint | undefined {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return value === undefined || BigInt.asIntN(64, value) !== value ? undefined : value;
}
