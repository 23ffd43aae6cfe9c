/** The type that a schema describes, so that the two cannot differ. Only the keywords that are used in this folder. */
export type FromSchema<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { const: infer C }
    ? C
    : S extends { then: infer A; else: infer B }
      ? FromSchema<A> | FromSchema<B>
      : S extends { type: 'string' }
        ? string
        : S extends { type: 'number' | 'integer' }
          ? number
          : S extends { type: 'boolean' }
            ? boolean
            : S extends { type: 'array'; items: infer I }
              ? readonly FromSchema<I>[]
              : S extends { type: 'object' }
                ? FromObject<S>
                : never;

type FromObject<S> = S extends { properties: infer P; additionalProperties: false }
  ? { readonly [K in keyof P as K extends Required<S> ? K : never]: FromSchema<P[K]> } & {
      readonly [K in keyof P as K extends Required<S> ? never : K]?: FromSchema<P[K]>;
    }
  : S extends { propertyNames: { enum: readonly (infer E extends string)[] }; additionalProperties: infer A }
    ? { readonly [K in E]?: FromSchema<A> }
    : S extends { patternProperties: infer P; additionalProperties: infer A }
      ? Readonly<Record<string, FromSchema<P[keyof P]> | FromSchema<A>>>
      : S extends { additionalProperties: infer A }
        ? Readonly<Record<string, FromSchema<A>>>
        : never;

type Required<S> = S extends { required: readonly (infer R)[] } ? R : never;

/** What is left where broken values were taken out. */
export type Partly<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer I)[]
    ? readonly (Partly<I> | undefined)[]
    : { readonly [K in keyof T]?: Partly<T[K]> | undefined };
