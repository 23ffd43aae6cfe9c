import * as Type from 'typebox';
import type { Values } from '../../text/template.ts';

// Parts of the TypeBox schemas of records. A schema gives a record its type and its validator.
export const text = Type.String();
export const number = Type.Number();
export const integer = Type.Integer();
export const positive = Type.Integer({ minimum: 1 });
/** Milliseconds since 1970 that a Date can hold (ECMA-262, 21.4.1.1). */
export const instant = Type.Number({ minimum: -8.64e15, maximum: 8.64e15 });
/** The plan and number of a key, e.g. `free#1`. Records name keys by it, and never hold their values. */
export type KeyLabel = `${string}#${number}`;
export const label = Type.Unsafe<KeyLabel>({ type: 'string' });

/** A schema with a description of its value, for the published JSON Schemas. */
export const doc = <S extends Type.TSchema>(schema: S, description: string) => Type.With(schema, { description });
export const maybe = <S extends Type.TSchema>(schema: S, description: string) =>
  Type.Optional(doc(schema, description));

export const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([Type.Null(), schema]);
export const values = Type.Unsafe<Values>({ type: 'object' });
/** A reference to a schema that is used several times. Each schema with the reference must have it in `$defs` by this name. */
export const ref = <S extends Type.TSchema>(name: string, _part: S) =>
  Type.Unsafe<Type.Static<S>>({ $ref: `#/$defs/${name}` });

export const recordOf = <S extends Type.TSchema>(schema: S) =>
  Type.Unsafe<{ readonly [name: string]: Of<S> }>({ type: 'object', additionalProperties: schema });

export const record = <K extends string, P extends Type.TProperties>(
  kind: K,
  fields: P,
  options?: Type.TObjectOptions,
) => Type.Object({ v: Type.Literal(1), kind: Type.Literal(kind), ...fields }, options);

export type Of<S extends Type.TSchema> = Frozen<Type.Static<S>>;
/** T with readonly members. An optional member may also be undefined, because JSON omits it. */
type Frozen<T> = T extends object
  ? IsFrozen<T> extends true
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> | Absent<T, K> }
  : T;
type Absent<T, K extends keyof T> = object extends Pick<T, K> ? undefined : never;
type IsFrozen<T> = T extends unknown[]
  ? false
  : T extends readonly unknown[]
    ? true
    : string extends keyof T
      ? true
      : false;
