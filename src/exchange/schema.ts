/** The words that the schemas of journal lines are written in. */
export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
/** Milliseconds since 1970 that a Date can hold (ECMA-262, 21.4.1.1). */
export const instant = { type: 'number', minimum: -8.64e15, maximum: 8.64e15 } as const;
export const integer = { type: 'integer' } as const;
export const fromOne = { type: 'integer', minimum: 1 } as const;

/** An object that has all of these fields, but for the optional ones; others may stand beside them. */
export function object<Properties extends object>(properties: Properties, ...optional: readonly (keyof Properties)[]) {
  const names = Object.keys(properties) as (keyof Properties)[];
  return { type: 'object', required: names.filter((name) => !optional.includes(name)), properties } as const;
}

export function list<Items extends object>(items: Items) {
  return { type: 'array', items } as const;
}

export function orNull<Schema extends object>(schema: Schema) {
  return { anyOf: [{ type: 'null' }, schema] } as const;
}
