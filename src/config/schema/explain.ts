import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean } from '../did-you-mean.ts';
import { maybeKey, type Path } from '../path.ts';
import { looksLikeKey, quoted } from '../quoted.ts';
import { NEW_PLAN } from './capacity.ts';
import type { SchemaError } from './config.generated.js';
import { hint, unknownKey } from './hints.ts';
import { type Part, partOf } from './part.ts';

/** A validation error in words: where, and what is to be pointed at. */
export interface Explained {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** `value` is what stands at `path`, `source` how it is written where it is a number. */
export function explain(
  error: SchemaError,
  path: Path,
  value: unknown,
  source: string | undefined,
): Explained | undefined {
  const { keyword, params, schemaPath } = error;
  const part = partOf(schemaPath);
  if (keyword === 'propertyNames') {
    const name = String(params['propertyName']);
    const names = partOf(`${schemaPath}/title`);
    const message = names.enum === undefined ? `this name is not ${titleOf(names)}` : unknownKey(name, names.enum);
    return { path: [...path, name], at: 'key', message };
  }
  // `propertyNames` says it of the whole name.
  if (schemaPath.includes('/propertyNames/')) return undefined;
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return { path: [...path, name], at: 'key', message: unknownKey(name, Object.keys(part.properties ?? {})) };
  }
  if (keyword === 'required')
    return { path, at: 'key', message: missing(String(params['missingProperty']), part, path) };
  if (keyword === 'uniqueItems') return { path, at: 'value', message: 'the same stands in the list twice' };
  if (keyword === 'if') return undefined;
  return { path, at: 'value', message: wrong(keyword, part, path, value, source) };
}

const titleOf = (part: Part) => part.title ?? 'what belongs here';

function missing(name: string, part: Part, path: Path): string {
  if (part === (NEW_PLAN as Part) && name === 'perMinute') {
    const plan = String(path.at(-1));
    return `no plan of the document${didYouMean(plan, PLAN_NAMES)}; a new one states its perMinute`;
  }
  const example = part.properties?.[name]?.examples?.[0];
  return `${name} is missing${example === undefined ? '' : `, e.g. ${name}: ${example}`}`;
}

function wrong(keyword: string, part: Part, path: Path, value: unknown, source: string | undefined): string {
  const title = titleOf(part);
  if (value === null) return `nothing is given; here belongs ${title}`;
  if (keyword === 'minItems') return `the list is empty; here belongs ${title}`;
  if (keyword === 'minProperties') return `the mapping is empty; here belongs ${title}`;
  if (keyword === 'maxProperties')
    return `${Object.keys(part.properties ?? {}).join(' and ')} together; here belongs ${title}`;
  const what = describe(value, path, source);
  if (part.enum !== undefined)
    return `${what} is none of ${part.enum.join(', ')}${typeof value === 'string' ? didYouMean(value, part.enum) : ''}`;
  return `${what} is not ${title}${hint(value, title)}`;
}

function describe(value: unknown, path: Path, source: string | undefined): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  // Not even its beginning: somebody may have named the file that holds a key.
  if (path.length === 0) return 'a text';
  const text = typeof value === 'string' ? value : (source ?? String(value));
  if (maybeKey(path)) return 'what stands here (not repeated: it may be a key)';
  if (looksLikeKey(text)) return 'what stands here (not repeated: it looks like a key)';
  // A URL may carry credentials or a token.
  if (/@|:\/\/.*[?#]/.test(text)) return 'what stands here (not repeated: it may hold a secret)';
  return typeof value === 'string' ? quoted(text) : text.slice(0, 40);
}
