import { isObject } from '../../exchange/index.ts';

/** What a value must be: a kind, one of some words, or an object whose fields are described in turn. */
type Part =
  | 'string'
  | 'number'
  | 'number or null'
  | 'boolean'
  | 'list'
  | 'texts'
  | 'object'
  | 'text or null'
  | readonly string[]
  | { readonly fields: Shape }
  | { readonly list: Shape }
  /** An object of any names. */
  | { readonly members: Shape }
  | { readonly optional: Part };

/** Fields by name; others may be there too. */
export type Shape = Readonly<Record<string, Part>>;

/** Where a value is not of this shape: the path of the first field that is missing or malformed, or undefined. */
export function misfit(value: unknown, shape: Shape, path = ''): string | undefined {
  if (!isObject(value)) return path;
  for (const [name, part] of Object.entries(shape)) {
    const wrong = misfitPart(value[name], part, path === '' ? name : `${path}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function misfitPart(value: unknown, part: Part, path: string): string | undefined {
  if (typeof part === 'string') return isKind(value, part) ? undefined : path;
  if (isWords(part)) return typeof value === 'string' && part.includes(value) ? undefined : path;
  if ('optional' in part) return value === undefined ? undefined : misfitPart(value, part.optional, path);
  if ('fields' in part) return misfit(value, part.fields, path);
  if ('list' in part) return Array.isArray(value) ? firstOf(value, part.list, (index) => `${path}[${index}]`) : path;
  return isObject(value) ? firstOf(value, part.members, (name) => `${path}.${name}`) : path;
}

function firstOf(values: object, shape: Shape, pathOf: (name: string) => string): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    const wrong = misfit(value, shape, pathOf(name));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const isWords = (part: Part): part is readonly string[] => Array.isArray(part);

function isKind(value: unknown, kind: Extract<Part, string>): boolean {
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'list':
      return Array.isArray(value);
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'object':
      return isObject(value);
    case 'text or null':
      return value === null || typeof value === 'string';
    case 'number or null':
      return value === null || typeof value === 'number';
  }
}
