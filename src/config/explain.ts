import { type SchemaError, validateConfig } from '../../generated/config.js';
import { PLAN_NAMES } from '../spec/plans.ts';
import { didYouMean } from './did-you-mean.ts';
import type { ConfigDocument, Flaw } from './document.ts';
import type { Path } from './kinds.ts';

/** The schema's problems with the file, and the pointers of the invalid values. */
export function validate({ value, position }: ConfigDocument): { readonly flaws: Flaw[]; readonly broken: string[] } {
  if (validateConfig(value)) return { flaws: [], broken: [] };
  const flaws = new Map<string, Flaw>();
  const broken: string[] = [];
  for (const error of validateConfig.errors ?? []) {
    const { keyword, params, schemaPath } = error;
    // `propertyNames` reports the whole name.
    if (keyword === 'if' || schemaPath.includes('/propertyNames/')) continue;
    const around = pathOf(error, value);
    const name = params['additionalProperty'] ?? params['propertyName'];
    const at = name === undefined ? around : [...around, String(name)];
    const { message, path = at } = explain(error, around, at);
    // An invalid value violates several keywords; the first error is enough.
    const subject = `${pointer(at)} ${keyword === 'required' ? message : ''}`;
    if (!flaws.has(subject)) flaws.set(subject, { position: position(at), path, message });
    const { missingProperty } = params;
    broken.push(pointer(missingProperty === undefined ? at : [...at, String(missingProperty)]));
  }
  return { flaws: [...flaws.values()], broken };
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
export const pointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** What the messages read from a part of the schema. */
interface Part {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: Part;
  readonly examples?: readonly (string | number)[];
}

/** What is wrong, and the path to name, if that is not the path of the value. */
function explain(
  { keyword, params, data, parentSchema }: SchemaError,
  around: Path,
  at: Path,
): { readonly message: string; readonly path?: Path } {
  const part = (parentSchema ?? {}) as Part;
  if (at !== around) {
    const { title, enum: names } = part.propertyNames ?? {};
    const known = keyword === 'additionalProperties' ? Object.keys(part.properties ?? {}) : names;
    if (known === undefined) return { message: `expected ${title}` };
    const name = String(at.at(-1));
    const meant = didYouMean(name, known);
    return {
      message: `unknown key${meant || `; the keys here are ${known.join(', ')}`}`,
      // A name with digits, or one where keys are named, may be a pasted key.
      path: meant !== '' ? at : withoutKeys([...around, /\d/.test(name) ? '…' : name]),
    };
  }
  if (keyword === 'required') return { message: missing(String(params['missingProperty']), part, at) };
  if (keyword === 'uniqueItems') return { message: 'the list has duplicates' };
  if (part.enum === undefined) return { message: `expected ${part.title}` };
  const meant = typeof data === 'string' ? didYouMean(data, part.enum) : '';
  return { message: `expected one of ${part.enum.join(', ')}${meant}` };
}

function missing(name: string, part: Part, path: Path): string {
  // Only a new plan of the capacity section needs it.
  if (name === 'perMinute')
    return `unknown plan${didYouMean(String(path.at(-1)), PLAN_NAMES)}; a new plan needs perMinute`;
  const example = part.properties?.[name]?.examples?.[0];
  return `${name} is missing${example === undefined ? '' : `, e.g. ${name}: ${example}`}`;
}

const OF_KEYS: readonly (string | number)[] = [...PLAN_NAMES, 'env', 'file'];

/** A path without the names below `keys` that nobody knows: they may be pasted keys. */
export function withoutKeys(path: Path): Path {
  const from = path.findIndex((part) => part === 'keys' || part === 'secondKeys');
  return path.map((part, index) => (from >= 0 && index > from && !OF_KEYS.includes(part) ? '…' : part));
}

/** The problems by place, without duplicates: `storecheck.yaml:12:5 targets.staging.class: expected …` */
export function problemTexts(flaws: readonly Flaw[], file: string): readonly string[] {
  const sorted = flaws.toSorted(({ position: a }, { position: b }) => a.line - b.line || a.column - b.column);
  const text = ({ position: { line, column }, path, message }: Flaw) =>
    `${file}:${line}:${column} ${path.length === 0 ? '' : `${pathText(path)}: `}${message}`;
  return [...new Set(sorted.map(text))];
}

/** `targets.staging.keys.pro[0]` */
function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      return `${index === 0 ? '' : '.'}${/^[$\w .-]{1,64}$/.test(part) ? part : '…'}`;
    })
    .join('');
}
