import { type SchemaError, validateConfig } from '../../generated/config.js';
import { PLAN_NAMES } from '../spec/plans.ts';
import { didYouMean } from './did-you-mean.ts';
import type { ConfigDocument, Flaw } from './document.ts';
import type { Path } from './kinds.ts';

/** The schema's problems with the file, and the pointers of the invalid values. */
export function validate(document: ConfigDocument): {
  readonly flaws: readonly Flaw[];
  readonly broken: readonly string[];
} {
  const { value } = document;
  if (validateConfig(value)) return { flaws: [], broken: [] };
  const flaws = new Map<string, Flaw>();
  const broken = new Set<string>();
  for (const error of validateConfig.errors ?? []) {
    const explained = explain(error, pathOf(error, value));
    if (explained === undefined) continue;
    const { path, name, message } = explained;
    const at = name === undefined ? path : [...path, name];
    // An invalid value violates several keywords; the first error is enough.
    const subject = `${pointer(at)} ${error.keyword === 'required' ? message : ''}`;
    const position = document.position(at, name === undefined && error.keyword !== 'required' ? 'value' : 'key');
    if (!flaws.has(subject)) flaws.set(subject, { position, path, message });
    const { missingProperty } = error.params;
    broken.add(pointer(missingProperty === undefined ? at : [...at, String(missingProperty)]));
  }
  return { flaws: [...flaws.values()], broken: [...broken] };
}

/** Ajv's pointer as a path, with numbers for list indices. */
function pathOf({ instancePath }: SchemaError, root: unknown): Path {
  let value = root;
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => {
      const name = Array.isArray(value) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
      value = (value as Readonly<Record<string | number, unknown>>)[name];
      return name;
    });
}

/** The JSON Pointer (RFC 6901) of a path, as Ajv reports it. */
export function pointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What the messages read from a part of the schema. */
interface Part {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: Part;
  readonly examples?: readonly (string | number | boolean)[];
}

interface Explained {
  readonly path: Path;
  /** The key that is wrong, which no message names: it may be a pasted key. */
  readonly name?: string;
  readonly message: string;
}

/** Undefined for an error that another one explains better. */
function explain(error: SchemaError, path: Path): Explained | undefined {
  const { keyword, params, schemaPath, data } = error;
  const part = (error.parentSchema ?? {}) as Part;
  // `propertyNames` reports the whole name.
  if (keyword === 'if' || schemaPath.includes('/propertyNames/')) return undefined;
  if (keyword === 'propertyNames') {
    const name = String(params['propertyName']);
    const { enum: known, title } = part.propertyNames ?? {};
    return { path, name, message: known === undefined ? `expected ${title}` : unknownKey(name, known) };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return { path, name, message: unknownKey(name, Object.keys(part.properties ?? {})) };
  }
  if (keyword === 'required') return { path, message: missing(String(params['missingProperty']), part, path) };
  if (keyword === 'uniqueItems') return { path, message: 'the list has duplicates' };
  if (part.enum === undefined) return { path, message: `expected ${part.title}` };
  const meant = typeof data === 'string' ? didYouMean(data, part.enum) : '';
  return { path, message: `expected one of ${part.enum.join(', ')}${meant}` };
}

function missing(name: string, part: Part, path: Path): string {
  // Only a new plan of the capacity section needs it.
  if (name === 'perMinute')
    return `unknown plan${didYouMean(String(path.at(-1)), PLAN_NAMES)}; a new plan needs perMinute`;
  const example = part.properties?.[name]?.examples?.[0];
  return `${name} is missing${example === undefined ? '' : `, e.g. ${name}: ${example}`}`;
}

/** What replaces each key that storecheck.yaml no longer has. */
const GONE: Readonly<Record<string, string>> = {
  connections: 'a burst uses as many connections as it needs, up to 50',
  refusalsPerKey: 'every burst stops after 8 responses with 429',
};

function unknownKey(name: string, known: readonly string[]): string {
  const instead = Object.hasOwn(GONE, name) ? GONE[name] : undefined;
  if (instead !== undefined) return `${name} is gone: ${instead}. Remove it`;
  return `unknown key${didYouMean(name, known) || `; the keys here are ${known.join(', ')}`}`;
}
